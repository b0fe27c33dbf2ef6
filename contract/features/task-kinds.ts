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
