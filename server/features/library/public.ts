export { foldLibraryUsage } from './fold-library-usage.ts';
export { moveLibrariesToCollege, renamePersonalLibrary } from './library.repository.ts';
export type { LibraryService } from './library.service.ts';
export type { LanguageSet } from './library-keeping.service.ts';
