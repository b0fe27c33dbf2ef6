import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type TokenBucket = { burst: number; refillMs: number };

/**
 * Takes one try before it is checked; false when none is left. Each counted try restarts the window, so no period of
 * that length holds more than `tries`; refused tries change nothing.
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

/**
 * Takes a token from a bucket of `burst` tokens that gains one every `refillMs`. Returns how many tokens are then
 * missing, or undefined if the bucket was empty. The row stores when the bucket is full again.
 */
export async function takeToken(
  db: Executor,
  key: string,
  { burst, refillMs }: TokenBucket,
): Promise<number | undefined> {
  const { rows } = await sql<{ missing: number }>`insert into rate_limits as bucket (key, count, window_ends_at)
    values (${key}, 1, now() + ${refillMs} * interval '1 millisecond')
    on conflict (key) do update
      set window_ends_at = greatest(bucket.window_ends_at, now()) + ${refillMs} * interval '1 millisecond'
      where bucket.window_ends_at <= now() + ${(burst - 1) * refillMs} * interval '1 millisecond'
    returning ceil(extract(epoch from window_ends_at - now()) * 1000 / ${refillMs}::float8)::int as missing`.execute(
    db,
  );
  return rows[0]?.missing;
}

/** Commits asynchronously: after a crash, one token may be missing until the refill. */
export async function returnToken(db: Executor, key: string, { refillMs }: TokenBucket): Promise<void> {
  await sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    update rate_limits set window_ends_at = window_ends_at - ${refillMs} * interval '1 millisecond'
    from unhurried where key = ${key}`.execute(db);
}

/** Commits asynchronously: after a crash, one try may be missing until the window ends. */
export async function returnTry(db: Executor, key: string): Promise<void> {
  await sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    update rate_limits set count = greatest(count - 1, 0) from unhurried where key = ${key}`.execute(db);
}

export async function findWindowEnd(db: Executor, key: string): Promise<Date | undefined> {
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', key).executeTakeFirst();
  return row?.window_ends_at;
}

/** Deletes the counts of buckets; false when there were none. */
export async function deleteBuckets(db: Executor, keys: readonly string[]): Promise<boolean> {
  const deleted = await db
    .deleteFrom('rate_limits')
    .where('key', 'in', keys)
    .returning(sql<boolean>`window_ends_at > now() and count > 0`.as('counted'))
    .execute();
  return deleted.some((bucket) => bucket.counted);
}
