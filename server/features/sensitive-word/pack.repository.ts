import { type Insertable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SensitivePacks } from '../../platform/db/schema.ts';

export type PackRecord = {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  words: number;
  enabled_words: number;
  updated_at: Date;
  version: number;
};

/** Every pack, or one, with its word counts. */
export async function listPacks(db: Executor, id?: string): Promise<PackRecord[]> {
  const { rows } = await sql<PackRecord>`
    select pack.id, pack.name, pack.description, pack.enabled, pack.updated_at, pack.version,
      coalesce(held.words, 0)::integer as words, coalesce(held.enabled, 0)::integer as enabled_words
    from sensitive_packs pack left join (
      select pack_id, count(*) as words, count(*) filter (where enabled) as enabled from sensitive_words
      where deleted_at is null and pack_id is not null ${id ? sql`and pack_id = ${id}` : sql``} group by pack_id
    ) held on held.pack_id = pack.id
    ${id ? sql`where pack.id = ${id}` : sql``}
    order by lower(pack.name), pack.id`.execute(db);
  return rows;
}

export async function countPacks(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('sensitive_packs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function lockPack(transaction: Executor, id: string) {
  return transaction.selectFrom('sensitive_packs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertPack(transaction: Executor, pack: Insertable<SensitivePacks>): Promise<void> {
  await transaction.insertInto('sensitive_packs').values(pack).execute();
}

export async function updatePack(
  transaction: Executor,
  id: string,
  change: { name?: string; description?: string; enabled?: boolean },
  by: string,
): Promise<void> {
  await transaction
    .updateTable('sensitive_packs')
    .set((set) => ({ ...change, version: set('version', '+', 1), updated_by: by, updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .execute();
}

export async function deletePack(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('sensitive_packs').where('id', '=', id).execute();
}

type Parting = { by: string; deletes: boolean; disables: boolean };

/**
 * Detaches all words from a pack, including deleted ones, and returns the ids of the others. Words of a disabled pack
 * become disabled, so deleting a pack never activates a word.
 */
export async function releaseWords(transaction: Executor, packId: string, parting: Parting): Promise<string[]> {
  const { by, deletes, disables } = parting;
  const { rows } = await sql<{ id: string; was_deleted: boolean }>`
    update sensitive_words word set pack_id = null,
      enabled = word.enabled and (${!disables} or word.deleted_at is not null),
      deleted_at = case when ${deletes} then coalesce(word.deleted_at, now()) else word.deleted_at end,
      version = word.version + 1, updated_by = ${by}, updated_at = now()
    from (select id, deleted_at is not null as was_deleted from sensitive_words where pack_id = ${packId}) held
    where word.id = held.id returning word.id, held.was_deleted`.execute(transaction);
  return rows.filter((row) => !row.was_deleted).map((row) => row.id);
}
