/** Saved reports of the pages of statistics. */
export const report = {
  label: 'Reports',
  none: 'Nothing was saved here yet.',
  changed: 'changed',
  by: 'by {name}',
  saveAs: 'Save as a report…',
  edit: 'Change “{name}”…',
  saveChanges: 'Save the changes to “{name}”…',
  remove: 'Remove “{name}”…',
  byMail: 'By mail…',
  saveTitle: 'Save as a report',
  editTitle: 'Change the report',
  mailTitle: 'Send by mail',
  save: 'Save',
  saved: 'The report was saved',
  removed: 'The report was removed',
  removeTitle: 'Remove the report?',
  removeText: '“{name}” is no longer offered, nor sent by mail. The figures stay.',
  removeConfirm: 'Remove',
  name: 'Name',
  mailed: 'By mail, to me',
  mailedHint: 'In the morning, with the figures that you may see at that time.',
  rhythms: { none: 'Never', daily: 'Every day', weekly: 'Every Monday', monthly: 'On the first of the month' },
  shared: 'Others find it, too',
  sharedHint: 'Everybody sees in it only what they may see.',
};

export type ReportTexts = typeof report;
