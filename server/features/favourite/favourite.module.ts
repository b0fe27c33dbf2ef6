import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { resourceRows } from '../resource/public.ts';
import { registerFavourites } from './favourite.routes.ts';
import { FavouriteService } from './favourite.service.ts';
import { FavouriteFolderService } from './favourite-folder.service.ts';
import { FavouriteShelfService } from './favourite-shelf.service.ts';
export function favouriteModule({ db }: Platform) {
  const favourites = new FavouriteService();
  return {
    favourites,
    register(registry: EndpointRegistry): void {
      const shelf = new FavouriteShelfService({ db, resources: resourceRows, favourites });
      registerFavourites(registry, shelf, new FavouriteFolderService(db, resourceRows));
    },
  };
}
