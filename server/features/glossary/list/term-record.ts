import type { GlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { sql } from 'kysely';

/** A term as the list reads it. */
export type TermRecord = {
  id: string;
  wrong: string;
  correct: string;
  language: GlossaryTerm['language'];
  whole_word: boolean;
  enabled: boolean;
  note: string;
  version: number;
  created_by: string | null;
  created_by_name: string | null;
  updated_by: string | null;
  updated_by_name: string | null;
  created_at: Date;
  updated_at: Date;
};

export const termJoins = sql`
  left join users creator on creator.id = glossary_terms.created_by
  left join users changer on changer.id = glossary_terms.updated_by`;

export const termColumns = sql`glossary_terms.id, glossary_terms.wrong, glossary_terms.correct, glossary_terms.language,
  glossary_terms.whole_word, glossary_terms.enabled, glossary_terms.note, glossary_terms.version,
  glossary_terms.created_by, creator.name as created_by_name, glossary_terms.updated_by,
  changer.name as updated_by_name, glossary_terms.created_at, glossary_terms.updated_at`;

export function presentTerm(row: TermRecord): GlossaryTerm {
  const person = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null);
  return {
    id: row.id,
    wrong: row.wrong,
    right: row.correct,
    language: row.language,
    wholeWord: row.whole_word,
    enabled: row.enabled,
    note: row.note,
    createdBy: person(row.created_by, row.created_by_name),
    updatedBy: person(row.updated_by, row.updated_by_name),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
