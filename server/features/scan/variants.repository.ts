import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ScannedText } from './scanned-text.ts';

type SearchedText = Pick<ScannedText, 'source' | 'position' | 'noteId' | 'text' | 'variants'>;

/** Tags, names of files and notes, as they are now; what is the same already is left alone. */
export async function replaceTexts(
  transaction: Executor,
  resourceId: string,
  texts: readonly SearchedText[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
        as given (source text, position int, "noteId" uuid, text text, variants text)
    ), gone as (
      delete from sensitive_texts known where resource_id = ${resourceId} and not exists (
        select from given where given.source = known.source and given.position = known.position)
    )
    insert into sensitive_texts (resource_id, source, position, note_id, text, variants)
    select ${resourceId}, source, position, "noteId", text, variants from given
    on conflict (resource_id, source, position) do update
      set note_id = excluded.note_id, text = excluded.text, variants = excluded.variants
      where (sensitive_texts.note_id, sensitive_texts.text, sensitive_texts.variants)
        is distinct from (excluded.note_id, excluded.text, excluded.variants)`.execute(transaction);
}

/** By itself, and in the order of the words: of two scans with the same new words one waits, never both. */
export async function insertTerms(db: Executor, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return;
  await sql`
    insert into sensitive_terms (term)
    select term from unnest(${terms}::text[]) given (term)
    where not exists (select from sensitive_terms known where known.term = given.term)
    order by term on conflict do nothing`.execute(db);
}
