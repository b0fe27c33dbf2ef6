import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Users } from '../../platform/db/schema.ts';

export type UserRow = Selectable<Users>;

export function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertUser(db: Executor, user: Insertable<Users>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

/** The new row, or nothing when someone else was faster. */
export function updateUserVersioned(
  db: Executor,
  id: string,
  version: number,
  changes: Partial<Pick<UserRow, 'name' | 'email' | 'phone'>>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set((set) => ({ ...changes, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}
