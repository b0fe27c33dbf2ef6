import type { EditLock } from '@lectern/contract/detail/define-detail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteLock, findLock, type LockedObject, type LockHolder, takeLock } from './edit-lock.repository.ts';

type LockRequest = { id: string; window: string };

/**
 * Shows who is editing an object. Only a courtesy: the version check protects the data. Locks don't change the object
 * and aren't recorded as activity.
 */
export class EditLockService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async get(context: SignedInContext, source: DetailSource, { id, window }: LockRequest): Promise<EditLock | null> {
    await this.#object(context, source, id);
    return this.#read(context, source, { id, window });
  }

  async take(context: SignedInContext, source: DetailSource, { id, window }: LockRequest): Promise<EditLock> {
    const object = await this.#object(context, source, id);
    if (!object.mayEdit) throw new AppError('abilityMissing');
    const locked = { type: source.detail.type, id };
    const holder = { userId: context.principal.userId, windowId: window };
    // Between losing the race and reading the lock, its holder may release it.
    for (let tries = 0; tries < 3; tries += 1) {
      await takeLock(this.#db, locked, holder);
      const lock = await this.#read(context, source, { id, window });
      if (lock) return lock;
    }
    throw new AppError('overloaded');
  }

  async release(context: SignedInContext, source: DetailSource, { id, window }: LockRequest): Promise<void> {
    const holder = { userId: context.principal.userId, windowId: window };
    await deleteLock(this.#db, { type: source.detail.type, id }, holder);
  }

  /** The current holder, for features that store drafts. */
  async holderOf(db: Executor, object: LockedObject): Promise<(LockHolder & { name: string }) | undefined> {
    const row = await findLock(db, { type: object.type, id: object.id });
    return row && { userId: row.user_id, windowId: row.window_id, name: row.name };
  }

  async #object(context: SignedInContext, source: DetailSource, id: string) {
    const object = await source.find(this.#db, context.principal, id);
    if (!object) throw new AppError('notFound');
    return object;
  }

  async #read(context: SignedInContext, source: DetailSource, { id, window }: LockRequest): Promise<EditLock | null> {
    const row = await findLock(this.#db, { type: source.detail.type, id });
    if (!row) return null;
    return {
      holder: { id: row.user_id, name: row.name },
      since: row.since.toISOString(),
      own: row.user_id === context.principal.userId && row.window_id === window,
    };
  }
}
