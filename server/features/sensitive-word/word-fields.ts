import type { NewSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import type { Selectable } from 'kysely';
import type { SensitiveWords } from '../../platform/db/schema.ts';

export type WordFields = NewSensitiveWord;

/** What people write of a word, by the columns that hold it; `key` follows from the text and the mode. */
export const fieldColumns = {
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

/** A row as the API calls its fields. */
export function fieldsOf(row: WordRow): WordFields {
  const entries = Object.entries(fieldColumns).map(([field, column]) => [field, row[column]]);
  return Object.fromEntries(entries) as WordFields;
}

/** The fields that would be otherwise, with lists of scopes in one order and without twins. */
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
