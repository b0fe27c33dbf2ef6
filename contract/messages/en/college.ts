export const college = {
  title: 'College management',
  search: 'Search by name, short name or code',
  emptyTitle: 'No colleges yet',
  emptyText: 'Colleges contain departments with people and resources. Create your first college or import a list.',
  columns: {
    name: 'Name',
    code: 'Code',
    shortName: 'Short name',
    contact: 'Contact',
    departments: 'Departments',
    people: 'People',
    resources: 'Resources',
    storage: 'Storage',
    state: 'Status',
    description: 'Description',
    updated: 'Updated',
  },
  tabs: { all: 'All', enabled: 'Enabled', disabled: 'Disabled' },
  filters: { name: 'Name', code: 'Code', contact: 'Contact', people: 'Has people', updated: 'Updated' },
  create: 'New college',
  import: 'Import colleges',
  importNote: 'Colleges are matched by code. Existing colleges are updated.',
  importExisting: 'Existing colleges',
  many: 'colleges',
};

export type CollegeTexts = typeof college;
