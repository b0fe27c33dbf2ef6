import type { Audience } from '@lectern/contract/audience.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';

type KeyRow = Omit<Selectable<DB['api_keys']>, 'secret_hash' | 'old_secret_hash'>;
export type StoredKey = KeyRow & {
  revoked_by_name: string | null;
  created_by_name: string | null;
  expired: boolean;
  ends_soon: boolean;
};

const shown = sql`key.id, key.name, key.prefix, key.scopes, key.audience, key.calls_per_minute, key.expires_at, key.revoked_at,
  key.revoked_by, key.last_used_at, key.last_used_from, key.version, key.created_by, key.created_at, key.updated_at,
  case when key.old_secret_until > now() then key.old_secret_until end as old_secret_until,
  revoker.name as revoked_by_name, maker.name as created_by_name,
  coalesce(key.expires_at <= now(), false) as expired,
  coalesce(key.expires_at <= now() + interval '14 days', false) as ends_soon`;
const people = sql`left join users revoker on revoker.id = key.revoked_by left join users maker on maker.id = key.created_by`;

/** Usable keys first, then newest first. */
export async function listKeys(db: Executor): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select ${shown} from api_keys key ${people}
    order by key.revoked_at is not null, coalesce(key.expires_at <= now(), false), key.created_at desc, key.id desc
    limit 1000`.execute(db);
  return rows;
}

export async function getKey(db: Executor, id: string): Promise<StoredKey> {
  const { rows } = await sql<StoredKey>`
    select ${shown} from api_keys key ${people} where key.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('notFound');
  return rows[0];
}

/** Locks the row. Throws if the key is revoked or was changed since `version`; a null version skips that check. */
export async function lockKey(transaction: Executor, id: string, version: number | null): Promise<StoredKey> {
  await sql`select from api_keys where id = ${id} for update`.execute(transaction);
  const key = await getKey(transaction, id);
  if (key.revoked_at) throw new AppError('apiKeyEnded');
  if (version !== null && key.version !== version) throw new AppError('changedMeanwhile');
  return key;
}

type NewKey = {
  id: string;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  scopes: string[];
  audience: string;
  calls_per_minute: number;
  expires_at: Date | null;
  created_by: string;
};

export async function insertKey(transaction: Executor, key: NewKey): Promise<void> {
  await transaction.insertInto('api_keys').values(key).execute();
}

type KeyChange = Partial<
  Pick<NewKey, 'name' | 'secret_hash' | 'scopes' | 'audience' | 'calls_per_minute' | 'expires_at'>
>;

export async function updateKey(transaction: Executor, id: string, change: KeyChange): Promise<void> {
  await transaction
    .updateTable('api_keys')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret; the old one stays valid for `graceHours`. */
export async function updateSecret(transaction: Executor, id: string, hash: Buffer, graceHours: number): Promise<void> {
  await sql`update api_keys set
      old_secret_hash = ${graceHours > 0 ? sql`secret_hash` : null},
      old_secret_until = ${graceHours > 0 ? sql`now() + ${graceHours} * interval '1 hour'` : null},
      secret_hash = ${hash}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(transaction);
}

export async function updateGraceEnded(transaction: Executor, id: string): Promise<void> {
  await sql`update api_keys set old_secret_hash = null, old_secret_until = null, version = version + 1, updated_at = now()
    where id = ${id}`.execute(transaction);
}

export async function updateRevoked(transaction: Executor, id: string, userId: string): Promise<void> {
  await sql`update api_keys set revoked_at = now(), revoked_by = ${userId}, old_secret_hash = null,
      old_secret_until = null, version = version + 1, updated_at = now()
    where id = ${id}`.execute(transaction);
}

export type FoundKey = {
  id: string;
  name: string;
  scopes: ApiKeyScope[];
  audience: Audience;
  calls_per_minute: number;
  revoked: boolean;
  expired: boolean;
  used_lately: boolean;
};

/** Finds a key by the hash of its secret; the previous secret counts until its grace period ends. */
export async function findKeyByHash(db: Executor, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    select id, name, scopes, audience, calls_per_minute, revoked_at is not null as revoked,
      coalesce(expires_at <= now(), false) as expired,
      coalesce(last_used_at > now() - interval '1 minute', false) as used_lately
    from api_keys
    where secret_hash = ${hash} or (old_secret_hash = ${hash} and old_secret_until > now())`.execute(db);
  return rows[0];
}

/** Writes at most once a minute. */
export async function updateLastUsed(db: Executor, id: string, ip: string): Promise<void> {
  await sql`update api_keys set last_used_at = now(), last_used_from = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at <= now() - interval '1 minute')`.execute(db);
}
