import type { Words } from '../language.ts';
import type { JobState, StepKind } from './job.ts';
import type { checkStates, workGaps } from './machine-work.ts';

export const stepWords: Record<StepKind, Words> = {
  inspect: { en: 'Inspection', zh: '检查' },
  convert: { en: 'Conversion', zh: '转换' },
  ocr: { en: 'Text recognition', zh: '文字识别' },
  asr: { en: 'Speech recognition', zh: '语音识别' },
  subtitle: { en: 'Subtitles', zh: '字幕生成' },
  summarise: { en: 'Summary', zh: '摘要' },
  scan: { en: 'Sensitive words', zh: '敏感词检查' },
};

export const jobStateWords: Record<JobState, Words> = {
  none: { en: 'Not run yet', zh: '未处理' },
  pending: { en: 'Comes later', zh: '待前序完成' },
  queued: { en: 'Waiting', zh: '等待中' },
  running: { en: 'Running', zh: '运行中' },
  done: { en: 'Done', zh: '已完成' },
  failed: { en: 'Failed', zh: '失败' },
  skipped: { en: 'Skipped', zh: '已跳过' },
  cancelled: { en: 'Stopped', zh: '已停止' },
};

export const checkWords: Record<(typeof checkStates)[number], Words> = {
  needsCheck: { en: 'Needs check', zh: '待校对' },
  checked: { en: 'Checked', zh: '已校对' },
};

export const workGapWords: Record<(typeof workGaps)[number], Words> = {
  notRun: { en: 'Never run or stopped', zh: '未运行或已停止' },
  noEngine: { en: 'Engine was not installed', zh: '缺少引擎' },
  failed: { en: 'Failed', zh: '失败' },
};
