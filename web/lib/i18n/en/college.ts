export const college = {
  title: 'College management',
  search: 'Name, short name or code',
  emptyTitle: 'No colleges yet',
  emptyText:
    'Colleges hold departments, and departments hold people and resources. Create the first, or import a table.',
  columns: {
    name: 'Name',
    code: 'Code',
    shortName: 'Short name',
    contact: 'Contact',
    departments: 'Departments',
    people: 'People',
    resources: 'Resources',
    storage: 'Storage',
    state: 'State',
    description: 'Description',
    updated: 'Changed',
  },
  tabs: { all: 'All', enabled: 'Enabled', disabled: 'Disabled' },
  filters: { name: 'Name', code: 'Code', contact: 'Contact', people: 'Has people', updated: 'Changed' },
  create: 'New college',
  import: 'Import colleges',
  importNote: 'The code tells colleges apart: lines with a code that is there change that college.',
  importExisting: 'Colleges that are there already',
  many: 'colleges',
};

export type CollegeTexts = typeof college;
