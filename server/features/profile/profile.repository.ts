import type { Executor } from '../../platform/db/database.ts';

export function listActivitiesOf(db: Executor, actorId: string, size: number) {
  return db
    .selectFrom('activities')
    .selectAll()
    .where('actor_id', '=', actorId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
}

type Contact = { name: string; email: string | null; phone: string | null };

export function findContact(db: Executor, userId: string): Promise<Contact | undefined> {
  return db.selectFrom('users').select(['name', 'email', 'phone']).where('id', '=', userId).executeTakeFirst();
}

/** The new values, or nothing when someone else was faster. */
export function updateContact(
  db: Executor,
  userId: string,
  version: number,
  changes: Partial<Contact>,
): Promise<Contact | undefined> {
  return db
    .updateTable('users')
    .set((set) => ({ ...changes, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning(['name', 'email', 'phone'])
    .executeTakeFirst();
}

export async function getLanguage(db: Executor, userId: string): Promise<string> {
  const { language } = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return language;
}

type PreferenceColumns = { theme?: string; density?: string; language?: string };

export async function updatePreferenceColumns(db: Executor, userId: string, columns: PreferenceColumns) {
  return db
    .updateTable('users')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', userId)
    .returning(['theme', 'density', 'language'])
    .executeTakeFirstOrThrow();
}
