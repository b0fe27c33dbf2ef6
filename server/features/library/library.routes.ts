import {
  createFolder,
  createLibrary,
  deleteFolder,
  deleteLibrary,
  getMyStorage,
  listFolderNames,
  listFolders,
  listLibraries,
  updateFolder,
  updateLibrary,
} from '@lectern/contract/features/library.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { FolderService } from './folder.service.ts';
import type { LibraryKeepingService } from './library-keeping.service.ts';
import type { MyStorageService } from './my-storage.service.ts';

type Services = { keeping: LibraryKeepingService; folders: FolderService; storage: MyStorageService };

export function registerLibraries(registry: EndpointRegistry, { keeping, folders, storage }: Services): void {
  registry.handle(listLibraries, ({ query }, context) => keeping.list(context, query));
  registry.handle(createLibrary, ({ body }, context) => keeping.create(context, body));
  registry.handle(updateLibrary, ({ params, body }, context) => keeping.update(context, params.id, body));
  registry.handle(deleteLibrary, async ({ params }, context) => {
    await keeping.delete(context, params.id);
    return null;
  });
  registry.handle(listFolders, ({ params }, context) => folders.list(context, params.id));
  registry.handle(listFolderNames, ({ query }, context) => folders.listNames(context, query.ids));
  registry.handle(createFolder, ({ params, body }, context) => folders.create(context, params.id, body));
  registry.handle(updateFolder, ({ params, body }, context) => folders.update(context, params.id, body));
  registry.handle(deleteFolder, async ({ params, query }, context) => {
    await folders.delete(context, params.id, query.version);
    return null;
  });
  registry.handle(getMyStorage, (_, context) => storage.get(context));
}
