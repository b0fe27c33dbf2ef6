import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { presentWord, type WordRecord, wordListSource } from './list/word-list.source.ts';
import type { WordFields, WordRow } from './word-fields.ts';

/** Whoever changes words takes this first, before any word: so nobody waits in a circle. */
export async function lockDictionary(transaction: Executor): Promise<void> {
  await sql`select from sensitive_dictionary for update`.execute(transaction);
}

/** As the list shows it. */
export async function findWord(db: Executor, id: string) {
  const { columns, from, joins, id: idColumn } = wordListSource;
  const { rows } = await sql<WordRecord>`select ${columns} from ${from} ${joins ?? sql``}
    where ${idColumn} = ${id} and sensitive_words.deleted_at is null`.execute(db);
  return rows[0] && presentWord(rows[0]);
}

const rowColumns = [
  'id',
  'text',
  'key',
  'mode',
  'variants',
  'language',
  'category',
  'severity',
  'sources',
  'kinds',
  'exceptions',
  'ignore_likely_false',
  'note',
  'pack_id',
  'enabled',
  'version',
  'deleted_at',
] as const;

/** The rows themselves, deleted ones among them, kept from others until the transaction ends. */
export function lockWords(transaction: Executor, ids: readonly string[]): Promise<WordRow[]> {
  return transaction
    .selectFrom('sensitive_words')
    .select(rowColumns)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

type WordName = { key: string; mode: string };

/** Words that are there under these names. */
export function listWordsByName(db: Executor, names: readonly WordName[]): Promise<WordRow[]> {
  return db
    .selectFrom('sensitive_words')
    .select(rowColumns)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(key, mode) in (select * from unnest(${names.map((name) => name.key)}::text[],
        ${names.map((name) => name.mode)}::text[]))`,
    )
    .execute();
}

export async function countWords(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(delta), 0)::integer as count from list_counts
    where list = 'sensitiveWord' and tab = 'all'`.execute(db);
  return rows[0]?.count ?? 0;
}

export type NewWord = WordFields & { id: string; key: string };

/** In one statement, so that they are counted and noted in one, too. */
export async function insertWords(transaction: Executor, words: readonly NewWord[], by: string | null): Promise<void> {
  await sql`insert into sensitive_words (id, text, key, mode, variants, language, category, severity, sources, kinds,
      exceptions, ignore_likely_false, note, pack_id, enabled, created_by, updated_by)
    select id, text, key, mode, variants, language, category, severity, sources, kinds, exceptions,
      "ignoreLikelyFalse", note, "packId", enabled, ${by}::uuid, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given (id uuid, text text, key text, mode text,
      variants boolean, language text, category text, severity text, sources text[], kinds text[], exceptions text[],
      "ignoreLikelyFalse" boolean, note text, "packId" uuid, enabled boolean)`.execute(transaction);
}

export type ChangedWord = WordFields & { id: string; key: string; deleted: boolean };

/** All fields of words that are locked. Answers nothing: each has one version more. */
export async function updateWords(transaction: Executor, words: readonly ChangedWord[], by: string): Promise<void> {
  await sql`update sensitive_words word set text = given.text, key = given.key, mode = given.mode,
      variants = given.variants, language = given.language, category = given.category, severity = given.severity,
      sources = given.sources, kinds = given.kinds, exceptions = given.exceptions,
      ignore_likely_false = given."ignoreLikelyFalse", note = given.note, pack_id = given."packId", enabled = given.enabled,
      deleted_at = case when given.deleted then coalesce(word.deleted_at, now()) end,
      version = word.version + 1, updated_by = ${by}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given (id uuid, text text, key text, mode text,
      variants boolean, language text, category text, severity text, sources text[], kinds text[], exceptions text[],
      "ignoreLikelyFalse" boolean, note text, "packId" uuid, enabled boolean, deleted boolean)
    where word.id = given.id`.execute(transaction);
}

export async function listKnownPacks(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('sensitive_packs').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
