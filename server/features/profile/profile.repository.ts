import type { Executor } from '../../platform/db/database.ts';
import type { Contact } from '../user/public.ts';

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

export function findContact(db: Executor, userId: string): Promise<Contact | undefined> {
  return db.selectFrom('users').select(['name', 'email', 'phone']).where('id', '=', userId).executeTakeFirst();
}

export async function getLanguage(db: Executor, userId: string): Promise<string> {
  const { language } = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return language;
}
