import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { isAmongFound } from '../../../platform/passages/finds-passages.ts';
import { passageWords } from '../../../platform/passages/passage-words.ts';

export type Transcript = {
  /** Its row in the list of machine work. */
  row_id: string;
  resource_id: string;
  title: string;
  kind: ResourceKind;
  reading_id: string;
  language: string | null;
};

/** The text that counts, of the file that is shown. */
const joined = sql`jobs
  join resources on resources.id = jobs.resource_id
  join readings on readings.resource_id = resources.id and readings.source = 'speech' and readings.current
    and readings.version_id = resources.version_id`;
const columns = sql`jobs.id as row_id, resources.id as resource_id, resources.title, resources.kind,
  readings.id as reading_id, readings.language`;

type Wanted = { scope: Condition; holds: Condition; language: string | null; after: string | null };

/**
 * A condition on a row of `resources`: what was heard in it may have the text. Whole words are looked up in the index of
 * texts, which knows words by their beginning; a piece of a word is looked for in the texts themselves.
 */
export async function mayHold(
  db: Executor,
  { wrong, wholeWord }: { wrong: string; wholeWord: boolean },
): Promise<Condition> {
  const words = passageWords(wrong);
  if (words.length === 0) return sql`true`;
  if (wholeWord) return isAmongFound(db, { words, sources: ['speech'] });
  return sql`exists (select from passages where passages.resource_id = resources.id and passages.source = 'speech'
    and strpos(passages.folded, ltrim(fold_text(${wrong}::text))) > 0)`;
}

/** As far as this person sees them; some at a time, by their rows. */
export async function listTranscripts(
  db: Executor,
  { scope, holds, language, after }: Wanted,
  limit: number,
): Promise<Transcript[]> {
  const { rows } = await sql<Transcript>`
    select ${columns} from ${joined}
    where jobs.kind = 'asr' and jobs.current and ${scope} and ${holds}
      and (${language}::text is null or readings.language = ${language}::text)
      and (${after}::uuid is null or jobs.id > ${after}::uuid)
    order by jobs.id limit ${limit}`.execute(db);
  return rows;
}

export async function findTranscript(db: Executor, rowId: string): Promise<Transcript | undefined> {
  const { rows } = await sql<Transcript>`
    select ${columns} from ${joined} where jobs.kind = 'asr' and jobs.current and jobs.id = ${rowId}`.execute(db);
  return rows[0];
}
