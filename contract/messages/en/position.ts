export const position = {
  title: 'Position management',
  search: 'Search by name or description',
  emptyTitle: 'No positions yet',
  emptyText:
    'A position sets the role, permission groups and data scope of its people. Create your first position or import a list.',
  columns: {
    name: 'Name',
    role: 'Role',
    dataScope: 'Data scope',
    groups: 'Permission groups',
    people: 'People',
    state: 'Status',
    description: 'Description',
    updated: 'Updated',
  },
  tabs: { all: 'All', enabled: 'Enabled', disabled: 'Disabled' },
  filters: {
    name: 'Name',
    role: 'Role',
    dataScope: 'Data scope',
    group: 'Permission group',
    people: 'Has people',
    updated: 'Updated',
  },
  scopes: { role: 'Set by role', own: 'Own', department: 'Department', college: 'College', all: 'Everything' },
  scopeHints: {
    role: 'Each person’s role decides.',
    own: 'Only what they own.',
    department: 'Their department and its subdepartments.',
    college: 'All departments of their college.',
    all: 'All data.',
  },
  scopeFixed: {
    1: 'Super administrators always see everything.',
    4: 'Users always see only what they own.',
  },
  scopeWidens: 'This is wider than the role allows. Only a super administrator can set it.',
  create: 'New position',
  copyOf: 'Copy of {name}',
  import: 'Import positions',
  importNote: 'Positions are matched by name. Choose their permission groups here after the import.',
  importExisting: 'Existing positions',
  many: 'positions',
};

export type PositionTexts = typeof position;
