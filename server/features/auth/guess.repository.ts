import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/**
 * Takes one try out of a bucket, before it is known whether the try is right; false when none is left. Every try
 * that counts starts the window anew, so that no stretch of that length, wherever it begins, holds more than `tries`.
 * A try that is refused changes nothing.
 */
export async function takeTry(db: Executor, key: string, limit: { tries: number; windowMs: number }): Promise<boolean> {
  const taken = await db
    .insertInto('rate_limits')
    .values({ key, count: 1, window_ends_at: sql`now() + ${limit.windowMs} * interval '1 millisecond'` })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when rate_limits.window_ends_at <= now() then 1 else rate_limits.count + 1 end`,
          window_ends_at: sql`excluded.window_ends_at`,
        })
        .where(sql<boolean>`rate_limits.window_ends_at <= now() or rate_limits.count < ${limit.tries}`),
    )
    .returning('count')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Does not wait for the disk: should a crash forget it, one try less is left until the window ends. */
export async function returnTry(db: Executor, key: string): Promise<void> {
  await sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    update rate_limits set count = greatest(count - 1, 0) from unhurried where key = ${key}`.execute(db);
}

export async function findWindowEnd(db: Executor, key: string): Promise<Date | undefined> {
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', key).executeTakeFirst();
  return row?.window_ends_at;
}

/** Until when a bucket is full; nothing while it has room. */
export async function findFullUntil(db: Executor, key: string, tries: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('rate_limits')
    .select('window_ends_at')
    .where('key', '=', key)
    .where('count', '>=', tries)
    .where('window_ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.window_ends_at;
}

/** Empties buckets; false when none of them held anything that still counts. */
export async function deleteBuckets(db: Executor, keys: readonly string[]): Promise<boolean> {
  const deleted = await db
    .deleteFrom('rate_limits')
    .where('key', 'in', keys)
    .returning(sql<boolean>`window_ends_at > now() and count > 0`.as('counted'))
    .execute();
  return deleted.some((bucket) => bucket.counted);
}
