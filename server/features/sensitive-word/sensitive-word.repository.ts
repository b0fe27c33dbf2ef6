import type { Severity } from '@lectern/contract/features/scan.ts';
import type { NewSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SensitiveWords } from '../../platform/db/schema.ts';
import { presentWord, type WordRecord, wordListSource } from './word-list.source.ts';

/** Every change takes this lock before locking any word, which rules out deadlocks. */
export async function lockDictionary(transaction: Executor): Promise<void> {
  await sql`select from sensitive_dictionary for update`.execute(transaction);
}

/** The word as the list shows it. */
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

/** Includes deleted words; the rows stay locked until the transaction ends. */
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

/** Existing words with these names (mode and key). */
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

/** One statement, because the counting triggers run per statement. */
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

/** Writes all fields of locked words and increments their versions. */
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

export type KnownWord = WordRow & { pack_enabled: boolean };

const known = sql`select word.*, coalesce(pack.enabled, true) as pack_enabled
  from sensitive_words word left join sensitive_packs pack on pack.id = word.pack_id`;

/** Words that are not deleted, with whether their pack is enabled. */
export async function listKnownWords(db: Executor, ids: readonly string[]): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`${known}
    where word.id = any (${ids}::uuid[]) and word.deleted_at is null`.execute(db);
  return rows;
}

/** The enabled words of a pack, most frequent first. */
export async function listWordsOfPack(db: Executor, packId: string, most: number): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`${known}
    where word.pack_id = ${packId} and word.deleted_at is null and word.enabled
    order by word.hits_30d desc, word.id limit ${most}`.execute(db);
  return rows;
}

/** Active words that hide some matches, by exceptions or by ignoring likely false ones. */
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

/** Updates the match and decision counts that the word list sorts by. */
export async function rollUpWords(db: Db): Promise<number> {
  const { rows } = await sql<{ rolled: number }>`select roll_up_sensitive_words() as rolled`.execute(db);
  return rows[0]?.rolled ?? 0;
}

export type WordFields = NewSensitiveWord;

/** The column of each editable field; `key` is derived from text and mode. */
const fieldColumns = {
  text: 'text',
  mode: 'mode',
  variants: 'variants',
  language: 'language',
  category: 'category',
  severity: 'severity',
  sources: 'sources',
  kinds: 'kinds',
  exceptions: 'exceptions',
  ignoreLikelyFalse: 'ignore_likely_false',
  note: 'note',
  packId: 'pack_id',
  enabled: 'enabled',
} as const satisfies Record<keyof WordFields, keyof SensitiveWords>;

export type WordRow = Pick<
  Selectable<SensitiveWords>,
  (typeof fieldColumns)[keyof WordFields] | 'id' | 'key' | 'version' | 'deleted_at'
>;

export function fieldsOf(row: WordRow): WordFields {
  const entries = Object.entries(fieldColumns).map(([field, column]) => [field, row[column]]);
  return Object.fromEntries(entries) as WordFields;
}

/** The fields that would change, with scope lists sorted and deduplicated first. */
export function changedFields(before: WordFields, wanted: Partial<WordFields>): Partial<WordFields> {
  const tidy = tidied(wanted);
  const changed = Object.entries(tidy).filter(
    ([field, value]) => value !== undefined && !isSame(value, before[field as keyof WordFields]),
  );
  return Object.fromEntries(changed);
}

export function tidied<Fields extends Partial<WordFields>>(fields: Fields): Fields {
  const { sources, kinds, exceptions } = fields;
  return {
    ...fields,
    ...(sources && { sources: [...new Set(sources)].sort() }),
    ...(kinds && { kinds: [...new Set(kinds)].sort() }),
    ...(exceptions && { exceptions: [...new Set(exceptions)] }),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return Array.isArray(left) ? JSON.stringify(left) === JSON.stringify(right) : left === right;
}
