import type { DeliveryMode, NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Language } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export async function findMode(db: Executor, userId: string, kind: string): Promise<DeliveryMode | undefined> {
  const row = await db
    .selectFrom('notification_preferences')
    .select('mode')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.mode as DeliveryMode | undefined;
}

export async function listModes(db: Executor, userId: string): Promise<Map<string, DeliveryMode>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'mode'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.kind, row.mode as DeliveryMode]));
}

export async function saveModes(
  db: Executor,
  userId: string,
  modes: readonly { kind: NotificationKind; mode: DeliveryMode }[],
): Promise<void> {
  if (modes.length === 0) return;
  await db
    .insertInto('notification_preferences')
    .values(modes.map((mode) => ({ user_id: userId, ...mode })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((row) => ({ mode: row.ref('excluded.mode') })),
    )
    .execute();
}

export async function getAddressee(
  db: Executor,
  userId: string,
): Promise<{ email: string | null; language: Language }> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email: row.email, language: row.language as Language };
}

export type Undelivered = { id: string; kind: NotificationKind; params: Record<string, string> };

/** People with notifications that wait for the daily digest. */
export async function listDigestPeople(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from notifications where mail = 'digest' and mailed_at is null order by user_id`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}

/** Claims the entries of a person’s daily digest; a concurrent call gets none. */
export async function takeDigest(transaction: Executor, userId: string): Promise<Undelivered[]> {
  const { rows } = await sql<Undelivered>`
    update notifications set mailed_at = now() where user_id = ${userId} and mail = 'digest' and mailed_at is null
    returning id, kind, params`.execute(transaction);
  return rows.sort((one, other) => one.id.localeCompare(other.id));
}
