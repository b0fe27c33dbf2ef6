import { isDeepStrictEqual } from 'node:util';

type Values = Readonly<Record<string, unknown>> | null;

/** The fields of a change that can be put back: told before and after, different, and free to change. */
export function revertableFields(change: { before: Values; after: Values }, allowed: readonly string[]): string[] {
  const { before, after } = change;
  if (!before || !after) return [];
  return allowed.filter(
    (field) => field in before && field in after && !isDeepStrictEqual(before[field], after[field]),
  );
}

/** What a revert would still change: fields that have their old value already are left out. */
export function valuesToPutBack(
  fields: readonly string[],
  before: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => !isDeepStrictEqual(before[field], current[field])).map((field) => [field, before[field]]),
  );
}
