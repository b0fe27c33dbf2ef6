import type { ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { actionName, fieldName } from '@lectern/contract/features/activity-names.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** How a feature names its fields, values and actions. */
export type FieldWords = {
  field: (field: string) => string;
  value: (field: string, value: unknown) => string;
  /** What someone did, as a phrase that follows their name; undefined to use the action's common name. */
  action: (action: string) => string | undefined;
  /** Its actions are names such as “Cleared”, which can't follow a person's name without a separator. */
  namesActions?: true;
};

export type FieldChange = { field: string; before: string; after: string };

/** The fields that differ before and after an action, in the reader's language. */
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

/** The feature's own label for a field, else its common name. */
export function namedField(labels: Readonly<Record<string, string>>, field: string): string {
  const { texts } = dictionary.get();
  return labels[field] ?? (texts ? fieldName(field, texts.activity) : field);
}

/** The common name of an action, such as “Course published”. */
export function namedAction(action: string): string {
  const { texts } = dictionary.get();
  return texts ? actionName(action, texts.activity) : action;
}

/** Fallback text for a value without a specific formatter. */
export function plainValue(
  value: unknown,
  { notSet, noneOfThem, unknown }: Pick<Texts['words'], 'notSet' | 'noneOfThem' | 'unknown'>,
): string {
  if (value === undefined || value === null || value === '') return notSet;
  if (isId(value)) return unknown;
  if (Array.isArray(value)) return value.every(isName) ? joinNames(value) || noneOfThem : String(value.length);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Ids mean nothing to readers. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && !isId(value);
}
