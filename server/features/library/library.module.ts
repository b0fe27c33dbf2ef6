import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { resourceRows } from '../resource/public.ts';
import { foldLibraryUsage } from './fold-library-usage.ts';
import { FolderService } from './folder.service.ts';
import { registerLibraries } from './library.routes.ts';
import { LibraryService } from './library.service.ts';
import { type LanguageSet, LibraryKeepingService } from './library-keeping.service.ts';
import { MyStorageService } from './my-storage.service.ts';
export function libraryModule({ db }: Platform, { languageSet }: { languageSet: LanguageSet }) {
  const libraries = new LibraryService();
  const { readable } = resourceRows;
  const maintenance: MaintenanceStep[] = [
    { verb: { bare: 'fold', done: 'Folded' }, what: 'library usage changes', run: foldLibraryUsage },
  ];
  return {
    libraries,
    maintenance,
    register: (registry: EndpointRegistry) =>
      registerLibraries(registry, {
        keeping: new LibraryKeepingService({ db, libraries, readable, languageSet }),
        folders: new FolderService({ db, libraries, readable }),
        storage: new MyStorageService(db, libraries),
      }),
  };
}
