import { isDeepStrictEqual } from 'node:util';

type Values = Readonly<Record<string, unknown>> | null;

/** Editable fields that have a value before and after the change, and differ. */
export function revertableFields(change: { before: Values; after: Values }, allowed: readonly string[]): string[] {
  const { before, after } = change;
  if (!before || !after) return [];
  return allowed.filter(
    (field) => field in before && field in after && !isDeepStrictEqual(before[field], after[field]),
  );
}

/** The old values of those fields whose current value differs. */
export function valuesToPutBack(
  fields: readonly string[],
  before: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => !isDeepStrictEqual(before[field], current[field])).map((field) => [field, before[field]]),
  );
}
