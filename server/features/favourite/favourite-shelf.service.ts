import type { Favourite } from '@lectern/contract/features/favourite.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { placeBetween } from '../../platform/fraction-places.ts';
import { markEffect } from '../../platform/http/idempotency.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ResourceRows } from '../resource/public.ts';
import {
  type FavouriteChange,
  type FavouriteRecord,
  findGap,
  isFolderOf,
  type KeptFavourite,
  keepReadable,
  listFavouriteRecords,
  listOwnFavourites,
  lockFavouritesOf,
  renumberFavourites,
  updateOwnFavourites,
  updatePlaces,
} from './favourite.repository.ts';
import type { FavouriteService } from './favourite.service.ts';

type ShelfDependencies = { db: Db; resources: ResourceRows; favourites: FavouriteService };
type Page = { folder: string; search: string; after: string | undefined; size: number };
type Edit = FavouriteChange & { ids: readonly string[]; beforeId?: string | null };

/** The favourites page: listing, sorting, filing and removing one's own favourites. */
export class FavouriteShelfService {
  readonly #dependencies: ShelfDependencies;

  constructor(dependencies: ShelfDependencies) {
    this.#dependencies = dependencies;
  }

  async list({ principal }: SignedInContext, page: Page): Promise<{ rows: Favourite[]; more: boolean }> {
    const { db, resources } = this.#dependencies;
    const words = page.search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = { ownerId: principal.userId, folder: page.folder, words, after: page.after, limit: page.size + 1 };
    const found = await listFavouriteRecords(db, wanted, resources.readable(principal));
    const shown = found.slice(0, page.size);
    const rows = await resources.read(
      db,
      principal,
      shown.map((favourite) => favourite.resource_id),
    );
    return {
      rows: shown.map((favourite) => ({
        id: favourite.id,
        folderId: favourite.folder_id,
        note: favourite.note,
        addedAt: favourite.created_at.toISOString(),
        flags: flagsOf(favourite),
        resource: rows.get(favourite.resource_id) ?? null,
        title: favourite.title,
      })),
      more: found.length > page.size,
    };
  }

  async star(context: SignedInContext, resourceId: string, folderId: string | null): Promise<void> {
    const { db, resources, favourites } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const readable = await keepReadable(transaction, [resourceId], resources.readable(context.principal));
      if (!readable.has(resourceId)) throw new AppError('notFound');
      await favourites.star(transaction, context, [resourceId], folderId);
      await markEffect(transaction, context);
    });
  }

  async unstar(context: SignedInContext, resourceId: string): Promise<void> {
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      await this.#dependencies.favourites.unstar(transaction, context, [resourceId]);
      await markEffect(transaction, context);
    });
  }

  async update(context: SignedInContext, { ids, beforeId, ...change }: Edit): Promise<void> {
    const { userId } = context.principal;
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      await lockFavouritesOf(transaction, userId);
      await this.#requireOwn(transaction, userId, ids);
      if (change.folderId && !(await isFolderOf(transaction, userId, change.folderId))) throw new AppError('notFound');
      await updateOwnFavourites(transaction, ids, change);
      if (beforeId !== undefined) await placeAll(transaction, userId, ids, beforeId);
      await markEffect(transaction, context);
    });
  }

  async remove(context: SignedInContext, ids: readonly string[]): Promise<{ removed: KeptFavourite[] }> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const own = await listOwnFavourites(transaction, context.principal.userId, ids);
      const resourceIds = own.map((favourite) => favourite.resourceId);
      const removed = await this.#dependencies.favourites.unstar(transaction, context, resourceIds);
      await markEffect(transaction, context);
      return { removed };
    });
  }

  /** Skips resources the person can no longer read, because restoring them would reveal their titles. */
  async restore(context: SignedInContext, kept: readonly KeptFavourite[]): Promise<void> {
    const { db, resources, favourites } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const ids = kept.map((favourite) => favourite.resourceId);
      const readable = await keepReadable(transaction, ids, resources.readable(context.principal));
      const restorable = kept.filter((favourite) => readable.has(favourite.resourceId));
      await favourites.restore(transaction, context, restorable);
      await markEffect(transaction, context);
    });
  }

  async #requireOwn(transaction: Executor, userId: string, ids: readonly string[]): Promise<void> {
    const own = await listOwnFavourites(transaction, userId, ids);
    if (own.length < new Set(ids).size) throw new AppError('notFound');
  }
}

function flagsOf(favourite: FavouriteRecord): Favourite['flags'] {
  const { state, readable, new_version: newVersion } = favourite;
  if (state === 'purged') return ['purged'];
  if (!readable) return [state === 'trashed' ? 'trashed' : 'hidden'];
  const flags: Favourite['flags'] = [];
  if (state === 'offline' || state === 'trashed') flags.push(state);
  if (newVersion) flags.push('newVersion');
  return flags;
}

async function placeAll(
  transaction: Executor,
  userId: string,
  ids: readonly string[],
  beforeId: string | null,
): Promise<void> {
  const moving = [...new Set(ids)];
  if (beforeId && moving.includes(beforeId)) throw invalidField('beforeId', 'movesItself');
  for (let tries = 0; ; tries += 1) {
    const gap = await findGap(transaction, userId, { beforeId, without: moving });
    if (!gap) throw new AppError('notFound');
    const places: { id: string; position: number }[] = [];
    let before = gap.before;
    for (const id of moving) {
      const position = placeBetween(before, gap.after);
      if (position === null) break;
      places.push({ id, position });
      before = position;
    }
    if (places.length === moving.length) return updatePlaces(transaction, places);
    if (tries > 0) throw new Error('Renumbering favourites left no room');
    await renumberFavourites(transaction, userId);
  }
}
