import type { Words } from '../language.ts';

/** What a to-do is about. `byHand`: a person wrote it; all others are opened and closed by states. */
export const taskKinds = [
  'byHand',
  'review',
  'reviewDue',
  'reviewReturned',
  'courseReview',
  'jobFailed',
  'loopFailing',
  'textDoubtful',
  'summaryStale',
  'subtitlesMissing',
  'recommendationEnding',
  'accessAsked',
  'passwordResetAsked',
] as const;
export type TaskKind = (typeof taskKinds)[number];
export type RuleKind = Exclude<TaskKind, 'byHand'>;
export const ruleKinds = taskKinds.filter((kind): kind is RuleKind => kind !== 'byHand');

export const taskStates = ['open', 'doing', 'done', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];
/** 1 is the most urgent. */
export const taskPriorities = [1, 2, 3] as const;
export type TaskPriority = (typeof taskPriorities)[number];

export const taskKindWords: Record<TaskKind, Words> = {
  byHand: { en: 'By hand', zh: '手动创建' },
  review: { en: 'Waits for publication', zh: '等待发布审核' },
  reviewDue: { en: 'Sensitive words to review', zh: '敏感内容待审核' },
  reviewReturned: { en: 'Given back for a change', zh: '退回修改' },
  courseReview: { en: 'Course waits for publication', zh: '课程等待发布审核' },
  jobFailed: { en: 'Machine work failed', zh: '处理任务失败' },
  loopFailing: { en: 'Background service failing', zh: '后台服务持续失败' },
  textDoubtful: { en: 'Doubtful text to check', zh: '存疑文本待核对' },
  summaryStale: { en: 'Summary out of date', zh: '摘要已过时' },
  subtitlesMissing: { en: 'Published video without subtitles', zh: '已发布视频缺少字幕' },
  recommendationEnding: { en: 'Recommendation ends soon', zh: '推荐即将到期' },
  accessAsked: { en: 'Access asked for', zh: '申请访问权限' },
  passwordResetAsked: { en: 'Password forgotten', zh: '忘记密码' },
};

export const taskStateWords: Record<TaskState, Words> = {
  open: { en: 'Open', zh: '待办' },
  doing: { en: 'Doing', zh: '进行中' },
  done: { en: 'Done', zh: '已完成' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
};

export const taskPriorityWords: Record<TaskPriority, Words> = {
  1: { en: 'High', zh: '高' },
  2: { en: 'Normal', zh: '普通' },
  3: { en: 'Low', zh: '低' },
};
