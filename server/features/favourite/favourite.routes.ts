import {
  addFavourite,
  createFavouriteFolder,
  deleteFavouriteFolder,
  listFavouriteFolders,
  listFavourites,
  removeFavourite,
  removeFavourites,
  restoreFavourites,
  updateFavouriteFolder,
  updateFavourites,
} from '@lectern/contract/features/favourite.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { FavouriteFolderService } from './favourite-folder.service.ts';
import type { FavouriteShelfService } from './favourite-shelf.service.ts';

export function registerFavourites(
  registry: EndpointRegistry,
  shelf: FavouriteShelfService,
  folders: FavouriteFolderService,
): void {
  registry.handle(listFavouriteFolders, (_, context) => folders.list(context));
  registry.handle(createFavouriteFolder, ({ body }, context) => folders.create(context, body.name));
  registry.handle(updateFavouriteFolder, ({ params, body }, context) => folders.update(context, params.id, body));
  registry.handle(deleteFavouriteFolder, async ({ params }, context) => {
    await folders.delete(context, params.id);
    return null;
  });
  registry.handle(listFavourites, ({ query }, context) =>
    shelf.list(context, { folder: query.folder, search: query.search, after: query.after, size: query.size }),
  );
  registry.handle(addFavourite, async ({ params, body }, context) => {
    await shelf.star(context, params.id, body.folderId);
    return null;
  });
  registry.handle(removeFavourite, async ({ params }, context) => {
    await shelf.unstar(context, params.id);
    return null;
  });
  registry.handle(updateFavourites, async ({ body }, context) => {
    await shelf.update(context, body);
    return null;
  });
  registry.handle(removeFavourites, ({ body }, context) => shelf.remove(context, body.ids));
  registry.handle(restoreFavourites, async ({ body }, context) => {
    await shelf.restore(context, body.favourites);
    return null;
  });
}
