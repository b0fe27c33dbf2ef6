import type { ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { fieldWord } from '@lectern/contract/features/audit-field-words.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';

/** How a feature names its fields, values and deeds. */
export type FieldWords = {
  field: (field: string) => string;
  value: (field: string, value: unknown) => string;
  action: (action: string) => string;
};

export type FieldChange = { field: string; before: string; after: string };

/** The fields of a deed that differ before and after, in the reader's words. */
export function changesOf(
  { before, after }: Pick<ObjectActivity, 'before' | 'after'>,
  words: FieldWords,
): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({
      field,
      before: words.value(field, before?.[field]),
      after: words.value(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** A field by the feature's own label, else by its common name. */
export function namedField(labels: Readonly<Record<string, string>>, field: string): string {
  return labels[field] ?? fieldWord(field, currentLanguage());
}

/** A value nobody has better words for. */
export function plainValue(value: unknown, none: string): string {
  if (value === undefined || value === null || value === '') return none;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
