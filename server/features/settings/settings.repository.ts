import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

const platformKey = 'platform';

export type StoredSettings = { value: unknown; version: number; updatedAt: Date; updatedBy: string | null };

export async function findSettings(executor: Executor): Promise<StoredSettings | undefined> {
  const row = await executor
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'settings.updated_by')
    .select(['settings.value', 'settings.version', 'settings.updated_at', 'users.name'])
    .where('settings.key', '=', platformKey)
    .executeTakeFirst();
  return row && { value: row.value, version: row.version, updatedAt: row.updated_at, updatedBy: row.name };
}

type NewSettings = { value: Record<string, unknown>; version: number; userId: string };

/** False if the stored version differs, because someone else saved first; version 0 is the first save. */
export async function updateSettings(executor: Executor, next: NewSettings): Promise<boolean> {
  const value = JSON.stringify(next.value);
  const written =
    next.version === 0
      ? await executor
          .insertInto('settings')
          .values({ key: platformKey, value, updated_by: next.userId })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('key')
          .executeTakeFirst()
      : await executor
          .updateTable('settings')
          .set({ value, version: sql`version + 1`, updated_at: sql`now()`, updated_by: next.userId })
          .where('key', '=', platformKey)
          .where('version', '=', next.version)
          .returning('key')
          .executeTakeFirst();
  return written !== undefined;
}
