/** Each list of resources has the same actions. */
const onResources = {
  submit: 'Submit resources for review',
  withdraw: 'Withdraw resources',
  publish: 'Publish resources',
  reject: 'Reject resources',
  offline: 'Take resources offline',
  trash: 'Move resources to the trash',
  restore: 'Restore resources',
  purge: 'Delete resources for good',
  schedule: 'Schedule resources',
  edit: 'Edit the metadata of resources',
  place: 'Move resources',
  copy: 'Copy resources',
  setOwner: 'Change the owner of resources',
  addToColumn: 'Add resources to a column',
  removeFromColumn: 'Take resources out of a column',
  star: 'Star resources',
  unstar: 'Remove stars',
};
/** So have the lists of machine work. */
const onWork = {
  run: 'Run machine work',
  cancel: 'Stop machine work',
  raise: 'Raise the priority of machine work',
  lower: 'Lower the priority of machine work',
  markChecked: 'Mark texts as checked',
};
const inEveryList = ['resource', 'myResource', 'libraryResource'].flatMap((list) =>
  Object.entries(onResources).map(([action, name]) => [`${list}.${action}`, name] as const),
);
const inWorkLists = ['work', 'ocr', 'asr'].flatMap((list) =>
  Object.entries(onWork).map(([action, name]) => [`${list}.${action}`, name] as const),
);

/** What a person did to many objects, by list and action. */
const actions: Record<string, string> = {
  'user.allow': 'Allow users',
  'user.forbid': 'Forbid users',
  'user.forceLogout': 'Sign users out everywhere',
  'user.unlock': 'Unlock users',
  'user.resetTwoFactor': 'Remove second factors',
  'user.setDepartment': 'Set the department of users',
  'user.setPosition': 'Set the position of users',
  'user.setRole': 'Set the role of users',
  'user.transfer': 'Hand on what users own',
  'user.leave': 'Users leave the university',
  'user.import': 'Import users',
  ...Object.fromEntries([...inEveryList, ...inWorkLists]),
};

export const operation = {
  title: 'Operations',
  tray: 'Operations',
  trayRunning: 'Operations, {count} running',
  emptyTitle: 'Nothing yet',
  emptyText: 'What you do to many things at once runs here in the background, and can be undone for 30 days.',
  all: 'All operations',
  loadMore: 'Show older',
  actions,
  undoName: 'Undo: {name}',
  states: {
    queued: 'Waiting',
    running: 'Running',
    stopping: 'Stopping…',
    done: 'Done',
    cancelled: 'Stopped by you',
    failed: 'Stopped early',
  },
  counting: 'Finding what it is for…',
  progress: '{count} of {total}',
  doneCount: '{count} done',
  skippedCount: '{count} skipped',
  failedCount: '{count} failed',
  undoneCount: '{count} put back',
  stop: 'Stop',
  stopOf: 'Stop “{name}”',
  undo: 'Undo',
  undoOf: 'Undo “{name}”',
  undoUntil: 'Can be undone until {date}.',
  report: 'Report',
  reportOf: 'Report of “{name}”',
  finished: '{name}: {counts}',
  stopped: '{name} was stopped: {counts}',
  failed: '{name} stopped early',
  undoBegun: 'Being undone',
  undoBegunText: 'What was changed since stays as it is, and is reported.',
  historyText: 'Everything you did to many things at once, with what happened to each of them.',
  columns: { name: 'Operation', state: 'State', result: 'Result', started: 'Started' },
  item: 'Object',
  itemState: 'Result',
  itemReason: 'Reason',
  itemStates: { pending: 'Not done', done: 'Done', skipped: 'Skipped', failed: 'Failed', undone: 'Put back' },
  allItems: 'All',
  filterLabel: 'Which results',
  nothingHere: 'Nothing with this result.',
  startedAt: 'Started {time}',
  endedAt: 'ended {time}',
};

export type OperationTexts = typeof operation;
