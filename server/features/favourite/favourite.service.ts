import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteStars, insertStars, isFolderOf, type KeptFavourite } from './favourite.repository.ts';

export type { KeptFavourite };

/** One's own stars. That the person may read the resources is the caller's to judge. */
export class FavouriteService {
  /** Returns the newly starred ones; others stay. */
  async star(
    transaction: Executor,
    context: SignedInContext,
    resourceIds: readonly string[],
    folderId: string | null,
  ): Promise<string[]> {
    const { userId } = context.principal;
    if (folderId && !(await isFolderOf(transaction, userId, folderId))) throw new AppError('notFound');
    const stars = resourceIds.map((resourceId) => ({ resourceId, folderId, note: '' }));
    return insertStars(transaction, userId, stars);
  }

  /** Returns what `restore` needs. */
  unstar(transaction: Executor, context: SignedInContext, resourceIds: readonly string[]): Promise<KeptFavourite[]> {
    return deleteStars(transaction, context.principal.userId, resourceIds);
  }

  /** Favourites of a deleted folder return without one. */
  restore(transaction: Executor, context: SignedInContext, favourites: readonly KeptFavourite[]): Promise<string[]> {
    return insertStars(transaction, context.principal.userId, favourites);
  }
}
