import type { Severity } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { WordRow } from '../word-fields.ts';

export type KnownWord = WordRow & { pack_enabled: boolean };

const known = sql`select word.*, coalesce(pack.enabled, true) as pack_enabled
  from sensitive_words word left join sensitive_packs pack on pack.id = word.pack_id`;

/** Words that are not deleted, with whether their pack is on. */
export async function listKnownWords(db: Executor, ids: readonly string[]): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`${known}
    where word.id = any (${ids}::uuid[]) and word.deleted_at is null`.execute(db);
  return rows;
}

/** The words of a pack that have their own switch on; those that were found most often first. */
export async function listWordsOfPack(db: Executor, packId: string, most: number): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`${known}
    where word.pack_id = ${packId} and word.deleted_at is null and word.enabled
    order by word.hits_30d desc, word.id limit ${most}`.execute(db);
  return rows;
}

/** Words that are looked for and hide some matches: by exceptions, or because likely false ones are dismissed. */
export async function listWordsThatHide(db: Executor, most: number): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`${known}
    where word.deleted_at is null and word.enabled and (word.exceptions <> '{}' or word.ignore_likely_false)
      and coalesce(pack.enabled, true)
    order by word.hits_30d desc, word.id limit ${most}`.execute(db);
  return rows;
}

export async function listPackSwitches(db: Executor, ids: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; enabled: boolean }>`
    select id, enabled from sensitive_packs where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.enabled]));
}

export async function listWordNames(db: Executor, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; text: string; severity: Severity }>`
    select id, text, severity from sensitive_words where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
