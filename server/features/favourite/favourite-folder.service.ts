import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { FavouriteFolder, listFavouriteFolders } from '@lectern/contract/features/favourite.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import { markEffect } from '../../platform/http/idempotency.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { ResourceRows } from '../resource/public.ts';
import {
  countFavourites,
  deleteFolderOf,
  insertFolder,
  listFolderRows,
  lockFavouritesOf,
  updateFolderName,
  updateFolderOrder,
} from './favourite.repository.ts';

const mostFolders = 200;

/** Private folders of favourites. */
export class FavouriteFolderService {
  readonly #db: Db;
  readonly #resources: Pick<ResourceRows, 'readable'>;

  constructor(db: Db, resources: Pick<ResourceRows, 'readable'>) {
    this.#db = db;
    this.#resources = resources;
  }

  async list({ principal }: SignedInContext): Promise<OutputOf<typeof listFavouriteFolders>> {
    const [folders, counts] = await Promise.all([
      listFolderRows(this.#db, principal.userId),
      countFavourites(this.#db, principal.userId, this.#resources.readable(principal)),
    ]);
    return { folders, ...counts };
  }

  async create(context: SignedInContext, name: string): Promise<FavouriteFolder> {
    const id = newId();
    const { userId } = context.principal;
    await this.#db.transaction().execute(async (transaction) => {
      await lockFavouritesOf(transaction, userId);
      if ((await listFolderRows(transaction, userId)).length >= mostFolders) {
        throw invalidField('name', 'atMost', { limit: mostFolders });
      }
      await orNameTaken(insertFolder(transaction, { id, ownerId: userId, name }));
      await markEffect(transaction, context);
    });
    return { id, name, favourites: 0 };
  }

  async update(
    context: SignedInContext,
    id: string,
    { name, beforeId }: { name?: string; beforeId?: string | null },
  ): Promise<FavouriteFolder> {
    const { userId } = context.principal;
    await this.#db.transaction().execute(async (transaction) => {
      await lockFavouritesOf(transaction, userId);
      const ids = (await listFolderRows(transaction, userId)).map((folder) => folder.id);
      if (!ids.includes(id)) throw new AppError('notFound');
      if (name !== undefined) await orNameTaken(updateFolderName(transaction, id, name));
      if (beforeId !== undefined) {
        const others = ids.filter((other) => other !== id);
        const index = beforeId ? others.indexOf(beforeId) : others.length;
        if (index < 0) throw new AppError('notFound');
        await updateFolderOrder(transaction, others.toSpliced(index, 0, id));
      }
      await markEffect(transaction, context);
    });
    const folder = (await listFolderRows(this.#db, userId)).find((one) => one.id === id);
    if (!folder) throw new AppError('notFound');
    return folder;
  }

  async delete(context: SignedInContext, id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      if (!(await deleteFolderOf(transaction, context.principal.userId, id))) throw new AppError('notFound');
      await markEffect(transaction, context);
    });
  }
}

async function orNameTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'taken');
    throw error;
  }
}
