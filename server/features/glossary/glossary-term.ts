import type { NewGlossaryTerm } from '@lectern/contract/features/glossary.ts';

/** A term as its row has it; deleted ones are kept for Undo. */
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

/** The fields that an edit gives another value. */
export function changedFields(before: TermFields, edit: Partial<TermFields>): Partial<TermFields> {
  const changed = Object.entries(edit).filter(([name, value]) => before[name as keyof TermFields] !== value);
  return Object.fromEntries(changed);
}
