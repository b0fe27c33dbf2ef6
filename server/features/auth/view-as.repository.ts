import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export function findViewed(db: Executor, userId: string) {
  return db.selectFrom('users').select(['id', 'name', 'role_id']).where('id', '=', userId).executeTakeFirst();
}

/** null: be oneself again. */
export async function updateViewAs(db: Executor, sessionId: string, userId: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ view_as_user_id: userId, view_as_since: userId ? sql<Date>`now()` : null })
    .where('id', '=', sessionId)
    .execute();
}
