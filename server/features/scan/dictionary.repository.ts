import { sql } from 'kysely';
import type { MatcherWord } from '../../engines/word-matcher/port.ts';
import type { Executor } from '../../platform/db/database.ts';

const columns = sql`word.id, word.text, word.mode, word.variants, word.language, word.sources, word.kinds, word.exceptions,
  word.ignore_likely_false as "skipDoubtful"`;
const active = sql`word.enabled and word.deleted_at is null and coalesce(pack.enabled, true)`;
const joined = sql`sensitive_words word left join sensitive_packs pack on pack.id = word.pack_id`;

const wordsAtOnce = 5_000;

/** Every word that is looked for; no more of them are held at a time than were read at once. */
export async function* walkActiveWords(db: Executor): AsyncGenerator<MatcherWord> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: MatcherWord[] } = await sql<MatcherWord>`
      select ${columns} from ${joined} where ${active} and (${after}::uuid is null or word.id > ${after}::uuid)
      order by word.id limit ${wordsAtOnce}`.execute(db);
    yield* rows;
    if (rows.length < wordsAtOnce) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** Those of them that are looked for. */
export async function listActiveWords(db: Executor, ids: readonly string[]): Promise<MatcherWord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MatcherWord>`
    select ${columns} from ${joined} where ${active} and word.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

/** Every word that changed after the first and up to the second version, by itself or with its pack. */
export async function listChangedWordIds(db: Executor, from: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changes as (
      select word_id, pack_id from sensitive_word_changes where version > ${from} and version <= ${to}
    )
    select word_id as id from changes where word_id is not null
    union
    select id from sensitive_words where pack_id in (select pack_id from changes where pack_id is not null)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
