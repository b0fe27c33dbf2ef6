import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteStars, insertStars, isFolderOf, type KeptFavourite } from './favourite.repository.ts';

export type { KeptFavourite };

/** A person's own stars. The caller checks that they may read the resources. */
export class FavouriteService {
  /** Returns the newly starred resources; existing stars stay. */
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

  /** Favourites whose folder was deleted come back without one. */
  restore(transaction: Executor, context: SignedInContext, favourites: readonly KeptFavourite[]): Promise<string[]> {
    return insertStars(transaction, context.principal.userId, favourites);
  }
}
