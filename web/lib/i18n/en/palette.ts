export const palette = {
  title: 'Find anything',
  placeholder: 'Type a page, an action, a resource or a person…',
  results: 'Results',
  recent: 'Recent',
  pages: 'Pages',
  actions: 'Actions',
  resources: 'Resources',
  searchingResources: 'Looking for resources…',
  resourcesFailed: 'Resources could not be searched.',
  searchIn: 'Search for “{text}” in {page}',
  similar: 'spelled a little differently',
  people: 'People',
  searchingPeople: 'Looking for people…',
  peopleFailed: 'People could not be searched.',
  emptyTitle: 'Nothing found for “{text}”',
  emptyText: 'Try a shorter word, or part of a page’s or an action’s name.',
  move: 'move',
  open: 'open',
  close: 'close',
};

export type PaletteTexts = typeof palette;
