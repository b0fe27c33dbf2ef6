export const position = {
  title: 'Position management',
  search: 'Name or description',
  emptyTitle: 'No positions yet',
  emptyText:
    'A position says what somebody does: its role, its permission groups and how far it sees. Create the first one.',
  columns: {
    name: 'Name',
    role: 'Role',
    dataScope: 'Data scope',
    groups: 'Permission groups',
    people: 'People',
    state: 'State',
    description: 'Description',
    updated: 'Changed',
  },
  tabs: { all: 'All', enabled: 'Enabled', disabled: 'Disabled' },
  filters: {
    name: 'Name',
    role: 'Role',
    dataScope: 'Data scope',
    group: 'Permission group',
    people: 'Has people',
    updated: 'Changed',
  },
  scopes: { role: 'As the role', own: 'Own', department: 'Department', college: 'College', all: 'Everything' },
  scopeHints: {
    role: 'As far as the role of each person says.',
    own: 'Only what they own.',
    department: 'Their department and those below it.',
    college: 'Every department of their college.',
    all: 'Everything there is.',
  },
  scopeFixed: {
    1: 'Super administrators always see everything.',
    4: 'Users see their own, whatever else is chosen.',
  },
  scopeWidens: 'Further than the role: only a super administrator gives this.',
  create: 'New position',
  copyOf: 'Copy of {name}',
  import: 'Import positions',
  importNote: 'The name tells positions apart. Permission groups are chosen on the page, not by a file.',
  importExisting: 'Positions that are there already',
  many: 'positions',
};

export type PositionTexts = typeof position;
