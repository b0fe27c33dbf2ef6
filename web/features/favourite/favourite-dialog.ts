import type { Favourite, FavouriteFolder } from '@lectern/contract/features/favourite.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog of the page. */
type FavouriteDialog =
  | { kind: 'newFolder' }
  | { kind: 'renameFolder'; folder: FavouriteFolder }
  | { kind: 'note'; favourite: Favourite }
  | { kind: 'move'; favourites: readonly Favourite[]; done: () => void };

export const favouriteDialog = createStore<FavouriteDialog | null>(null);

export function askFavourite(dialog: FavouriteDialog): void {
  favouriteDialog.set(dialog);
}

export function closeFavouriteDialog(): void {
  favouriteDialog.set(null);
}
