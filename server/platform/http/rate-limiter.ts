import { sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Db } from '../db/database.ts';

type Take = { allowed: boolean; until: Date };

/** Counts in fixed windows in the database, so parallel calls, other processes and restarts share one count. */
export class RateLimiter {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Takes one of `calls` in the window. The count is raised before it is read, so parallel callers can't share a slot.
   */
  async take(key: string, calls: number, windowMs: number): Promise<Take> {
    const row = await this.#db
      .insertInto('rate_limits')
      .values({ key, count: 1, window_ends_at: sql`now() + ${windowMs} * interval '1 millisecond'` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when rate_limits.window_ends_at <= now() then 1 else rate_limits.count + 1 end`,
          window_ends_at: sql`case when rate_limits.window_ends_at <= now()
            then excluded.window_ends_at else rate_limits.window_ends_at end`,
        }),
      )
      .returning(['count', 'window_ends_at'])
      .executeTakeFirstOrThrow();
    return { allowed: row.count <= calls, until: row.window_ends_at };
  }

  /** Gives one back when a try turns out not to count. */
  async giveBack(key: string): Promise<void> {
    await this.#db
      .updateTable('rate_limits')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('key', '=', key)
      .execute();
  }

  async enforce(key: string, limit: { calls: number; windowMs: number }): Promise<void> {
    const { allowed, until } = await this.take(key, limit.calls, limit.windowMs);
    if (!allowed) throw tooMany('tooManyRequests', until);
  }
}

export function tooMany(code: 'tooManyRequests' | 'tooManyTries', until: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  return new AppError(code, {
    params: { minutes: Math.ceil(seconds / 60) },
    details: { until: until.toISOString() },
    retryAfterSeconds: seconds,
  });
}
