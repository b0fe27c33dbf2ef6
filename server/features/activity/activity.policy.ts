import { isDeepStrictEqual } from 'node:util';

type Values = Readonly<Record<string, unknown>> | null;

/** Fields that a revert can restore: with a value before and after, different, and editable. */
export function revertableFields(change: { before: Values; after: Values }, allowed: readonly string[]): string[] {
  const { before, after } = change;
  if (!before || !after) return [];
  return allowed.filter(
    (field) => field in before && field in after && !isDeepStrictEqual(before[field], after[field]),
  );
}

/** The values that still differ from the old ones. */
export function valuesToPutBack(
  fields: readonly string[],
  before: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => !isDeepStrictEqual(before[field], current[field])).map((field) => [field, before[field]]),
  );
}
