import type { Words } from '../language.ts';

/**
 * Why machine work failed or was left out, as groups that people act on. The sentence of one job says more; this says
 * what many have in common.
 */
export const jobCauses = [
  'damaged',
  'protected',
  'empty',
  'noText',
  'noSentences',
  'noSpeech',
  'noSound',
  'tooLarge',
  'tookTooLong',
  'outOfMemory',
  'engineCrashed',
  'notSupported',
  'engineMissing',
  'languageNotDeclared',
  'languageNotSupported',
  'otherLanguage',
  'textNotConfirmed',
  'storageFull',
  'workerLost',
  'other',
] as const;
export type JobCause = (typeof jobCauses)[number];

/** Left out until someone installs an engine or says which language is spoken. */
export const causesToMend: readonly JobCause[] = ['engineMissing', 'languageNotDeclared', 'otherLanguage'];

/** Another language may help. */
export const languageCauses: readonly JobCause[] = ['languageNotDeclared', 'languageNotSupported', 'otherLanguage'];

export const jobCauseWords: Record<JobCause, Words> = {
  damaged: { en: 'The file is damaged', zh: '文件已损坏' },
  protected: { en: 'The file is locked with a password', zh: '文件有密码保护' },
  empty: { en: 'The file is empty', zh: '文件为空' },
  noText: { en: 'No text was found', zh: '未找到文字' },
  noSentences: { en: 'There are no full sentences to summarise', zh: '没有可供摘要的完整句子' },
  noSpeech: { en: 'Nobody speaks in it', zh: '没有语音' },
  noSound: { en: 'It has no sound', zh: '没有声音' },
  tooLarge: { en: 'It is larger than what is dealt with', zh: '超出可处理的大小' },
  tookTooLong: { en: 'It took too long', zh: '处理超时' },
  outOfMemory: { en: 'It needed more memory than it may use', zh: '超出内存限制' },
  engineCrashed: { en: 'The program that deals with it broke down', zh: '处理程序崩溃' },
  notSupported: { en: 'This kind of file is not dealt with', zh: '不支持此类文件' },
  engineMissing: { en: 'An engine is not installed', zh: '缺少处理引擎' },
  languageNotDeclared: { en: 'No language is set', zh: '未设置语言，设置后自动识别' },
  languageNotSupported: { en: 'The language is not supported', zh: '不支持该语言' },
  otherLanguage: { en: 'The speech seems to be in another language', zh: '语音似乎是另一种语言' },
  textNotConfirmed: { en: 'The transcript needs checking first', zh: '需要先检查转写稿' },
  storageFull: { en: 'The storage is full', zh: '存储空间已满' },
  workerLost: { en: 'The worker stopped several times', zh: '处理进程多次中断' },
  other: { en: 'Another cause', zh: '其他原因' },
};

const before = ' Install it with: ';

/** Why work waits for an engine that is not there: the sentence ends with the command that brings it. */
export function engineMissing(engine: string, install: string): string {
  return `${engine} is not installed here.${before}${install}`;
}

/** Such a sentence, taken apart again. */
export function installOf(cause: string): { sentence: string; install: string } | undefined {
  const at = cause.indexOf(before);
  return at < 0 ? undefined : { sentence: cause.slice(0, at), install: cause.slice(at + before.length) };
}
