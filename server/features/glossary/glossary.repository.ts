import type { NewGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { presentTerm, type TermRecord, termColumns, termJoins } from './glossary-list.source.ts';

export async function findTerm(db: Executor, id: string) {
  const { rows } = await sql<TermRecord>`select ${termColumns} from glossary_terms ${termJoins}
    where glossary_terms.id = ${id} and glossary_terms.deleted_at is null`.execute(db);
  return rows[0] && presentTerm(rows[0]);
}

const rowColumns = sql`id, wrong, correct, language, whole_word, enabled, note, version, deleted_at`;

/** Locks the row until the transaction ends; includes deleted terms. */
export async function lockTerm(transaction: Executor, id: string): Promise<TermRow | undefined> {
  const { rows } = await sql<TermRow>`
    select ${rowColumns} from glossary_terms where id = ${id} for update`.execute(transaction);
  return rows[0];
}

export async function countTerms(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from glossary_terms where deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Another term for the same language that differs at most in case or Unicode compatibility form. */
export async function findTwin(
  db: Executor,
  { id, wrong, language }: { id: string; wrong: string; language: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ wrong: string }>`
    select wrong from glossary_terms
    where key = lower(normalize(${wrong}::text, nfkc)) and coalesce(language, '') = coalesce(${language}::text, '')
      and deleted_at is null and id <> ${id}`.execute(db);
  return rows[0]?.wrong;
}

export async function insertTerm(transaction: Executor, id: string, term: TermFields, by: string): Promise<void> {
  await transaction
    .insertInto('glossary_terms')
    .values({
      id,
      wrong: term.wrong,
      correct: term.right,
      language: term.language,
      whole_word: term.wholeWord,
      enabled: term.enabled,
      note: term.note,
      created_by: by,
      updated_by: by,
    })
    .execute();
}

export async function updateTerm(
  transaction: Executor,
  id: string,
  term: TermFields & { deleted: boolean },
  by: string,
): Promise<void> {
  await transaction
    .updateTable('glossary_terms')
    .set({
      wrong: term.wrong,
      correct: term.right,
      language: term.language,
      whole_word: term.wholeWord,
      enabled: term.enabled,
      note: term.note,
      deleted_at: term.deleted ? sql<Date>`coalesce(deleted_at, now())` : null,
      version: sql<number>`version + 1`,
      updated_by: by,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Enabled terms for a language, longest first, so a short term doesn't break up a longer one. */
export async function listTermsFor(db: Executor, language: string | null): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    select ${rowColumns} from glossary_terms
    where enabled and deleted_at is null and (language is null or language = ${language}::text)
    order by length(wrong) desc, wrong, id`.execute(db);
  return rows;
}

/** Deleted terms are kept for Undo. */
export type TermRow = {
  id: string;
  wrong: string;
  correct: string;
  language: NewGlossaryTerm['language'];
  whole_word: boolean;
  enabled: boolean;
  note: string;
  version: number;
  deleted_at: Date | null;
};
export type TermFields = NewGlossaryTerm;
export type TermEdit = Partial<TermFields> & { deleted?: boolean };

export function fieldsOf(row: TermRow): TermFields {
  const { wrong, correct: right, language, whole_word: wholeWord, enabled, note } = row;
  return { wrong, right, language, wholeWord, enabled, note };
}

export function changedFields(before: TermFields, edit: Partial<TermFields>): Partial<TermFields> {
  const changed = Object.entries(edit).filter(([name, value]) => before[name as keyof TermFields] !== value);
  return Object.fromEntries(changed);
}
