/** What a task is about. `byHand`: created by a person; all others are opened and closed by rules. */
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
/** 1 is most urgent. */
export const taskPriorities = [1, 2, 3] as const;
export type TaskPriority = (typeof taskPriorities)[number];
