/** `withheld`: published, but hidden because of a sensitive word. */
export const courseStates = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  offline: 'Offline',
  archived: 'Archived',
  trashed: 'In Trash',
  withheld: 'Hidden',
};

export type CourseStatesTexts = typeof courseStates;
