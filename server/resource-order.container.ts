import { columnDetailEndpoints } from '@lectern/contract/features/column.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { registerColumns } from './features/column/column.routes.ts';
import type { ColumnService } from './features/column/column.service.ts';
import { ColumnContentService } from './features/column/column-content.service.ts';
import { ColumnCounter } from './features/column/column-counter.ts';
import { ColumnCoverService } from './features/column/column-cover.service.ts';
import { columnDetailSource } from './features/column/column-detail.source.ts';
import { ColumnRemovalService } from './features/column/column-removal.service.ts';
import { ColumnTreeService } from './features/column/column-tree.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { registerFavourites } from './features/favourite/favourite.routes.ts';
import type { FavouriteService } from './features/favourite/favourite.service.ts';
import { FavouriteFolderService } from './features/favourite/favourite-folder.service.ts';
import { FavouriteShelfService } from './features/favourite/favourite-shelf.service.ts';
import { listColumnHomeUses } from './features/home-page/home-uses.ts';
import { FolderService } from './features/library/folder.service.ts';
import { registerLibraries } from './features/library/library.routes.ts';
import type { LibraryService } from './features/library/library.service.ts';
import { LibraryKeepingService } from './features/library/library-keeping.service.ts';
import { MyStorageService } from './features/library/my-storage.service.ts';
import { resourceRows } from './features/resource/list/resource-rows.ts';
import { registerSearch } from './features/search/search.routes.ts';
import { SearchService } from './features/search/search.service.ts';
import { mentions } from './mentions.container.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  libraries: LibraryService;
  columns: ColumnService;
  favourites: FavouriteService;
  fileStore: FileStore;
  timeZone: string;
};

/** Part of the container: where resources are kept, shown, starred and found. */
export function registerResourceOrder(registry: EndpointRegistry, given: Given): void {
  const { db, libraries, columns, favourites, fileStore, timeZone } = given;
  registerLibraries(registry, {
    keeping: new LibraryKeepingService(db, libraries, resourceRows.readable),
    folders: new FolderService({ db, libraries, readable: resourceRows.readable }),
    storage: new MyStorageService(db, libraries),
  });
  const tree = new ColumnTreeService(db, new ColumnCounter({ source: resourceRows.source, timeZone }));
  registerColumns(registry, {
    tree,
    removal: new ColumnRemovalService({ db, tree, mentions, homeUses: listColumnHomeUses }),
    content: new ColumnContentService({ db, resources: resourceRows, columns, timeZone }),
    covers: new ColumnCoverService({ db, tree, fileStore, resources: resourceRows }),
  });
  const detail = columnDetailSource(tree);
  registerEditLock(registry, columnDetailEndpoints, detail, new EditLockService(db));
  registerActivity(registry, columnDetailEndpoints, detail, new ActivityService(db));
  registerFavourites(
    registry,
    new FavouriteShelfService({ db, resources: resourceRows, favourites }),
    new FavouriteFolderService(db, resourceRows),
  );
  registerSearch(registry, new SearchService(db, resourceRows));
}
