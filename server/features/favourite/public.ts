export type { FavouriteService, KeptFavourite } from './favourite.service.ts';
export { favouriteUses } from './favourite-uses.ts';
