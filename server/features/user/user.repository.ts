import type { Insertable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Users } from '../../platform/db/schema.ts';

export async function insertUser(db: Executor, user: Insertable<Users>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}
