import type { Words } from '../language.ts';
import type { JobState, StepKind } from './job.ts';
import type { checkStates, workGaps } from './machine-work.ts';

export const stepWords: Record<StepKind, Words> = {
  inspect: { en: 'Look at the file', zh: '检查文件' },
  convert: { en: 'Convert', zh: '转换' },
  ocr: { en: 'Read text', zh: '文字识别' },
  asr: { en: 'Hear speech', zh: '语音识别' },
  scan: { en: 'Look for sensitive words', zh: '敏感词检查' },
};

export const jobStateWords: Record<JobState, Words> = {
  none: { en: 'Not asked for', zh: '未处理' },
  pending: { en: 'Comes next', zh: '等待前一步' },
  queued: { en: 'Waiting', zh: '排队中' },
  running: { en: 'Running', zh: '运行中' },
  done: { en: 'Done', zh: '完成' },
  failed: { en: 'Failed', zh: '失败' },
  skipped: { en: 'Skipped', zh: '已跳过' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
};

export const checkWords: Record<(typeof checkStates)[number], Words> = {
  needsCheck: { en: 'Needs check', zh: '待校对' },
  checked: { en: 'Checked', zh: '已校对' },
};

export const workGapWords: Record<(typeof workGaps)[number], Words> = {
  notRun: { en: 'Never run, or stopped', zh: '未运行或已停止' },
  noEngine: { en: 'An engine was missing', zh: '缺少处理引擎' },
  failed: { en: 'Failed', zh: '失败' },
};
