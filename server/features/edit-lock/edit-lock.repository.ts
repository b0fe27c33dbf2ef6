import { lockLeaseMs } from '@lectern/contract/detail/define-detail.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

export type LockedObject = { type: string; id: string };
export type LockHolder = { userId: string; windowId: string };

const leaseEnd = sql<Date>`now() + ${lockLeaseMs} * interval '1 millisecond'`;

export function findLock(db: Executor, object: LockedObject) {
  return db
    .selectFrom('edit_locks')
    .innerJoin('users', 'users.id', 'edit_locks.user_id')
    .select(['users.id as user_id', 'users.name', 'edit_locks.window_id', 'edit_locks.since'])
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Takes a free or expired lock or renews one's own; leaves other people's locks alone. A single statement, so two
 * requests can't both get it.
 */
export async function takeLock(db: Executor, object: LockedObject, holder: LockHolder): Promise<void> {
  await db
    .insertInto('edit_locks')
    .values({
      object_type: object.type,
      object_id: object.id,
      user_id: holder.userId,
      window_id: holder.windowId,
      expires_at: leaseEnd,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['object_type', 'object_id'])
        .doUpdateSet({
          user_id: holder.userId,
          window_id: holder.windowId,
          expires_at: leaseEnd,
          since: sql`case when edit_locks.window_id = excluded.window_id and edit_locks.expires_at > now()
            then edit_locks.since else now() end`,
        })
        .where((where) =>
          where.or([
            where('edit_locks.expires_at', '<=', sql<Date>`now()`),
            where.and([
              where('edit_locks.user_id', '=', holder.userId),
              where('edit_locks.window_id', '=', holder.windowId),
            ]),
          ]),
        ),
    )
    .execute();
}

export async function deleteLock(db: Executor, object: LockedObject, holder: LockHolder): Promise<void> {
  await db
    .deleteFrom('edit_locks')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('user_id', '=', holder.userId)
    .where('window_id', '=', holder.windowId)
    .execute();
}

/** How long expired locks are kept. */
export const editLockMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'edit locks expired more than an hour ago',
    table: sql`edit_locks`,
    where: sql`expires_at < now() - interval '1 hour'`,
  }),
];
