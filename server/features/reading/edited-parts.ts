import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { type EditedPart, withLines } from '@lectern/contract/features/reading-edit.ts';
import { alignWords } from '@lectern/contract/text-edit/edit-line.ts';
import { invalidField } from '../../platform/app-error.ts';

type MergedParts = {
  parts: ReadingPart[];
  /** Numbers of the parts that differ. */
  changed: number[];
};

/** Replaces edited parts in the text. Every edited part must exist in the base. */
export function mergeParts(base: readonly ReadingPart[], edited: readonly EditedPart[]): MergedParts {
  const byNumber = new Map(edited.map((part) => [part.number, part]));
  const known = new Set(base.map(({ number }) => number));
  const unknown = edited.find(({ number }) => !known.has(number));
  if (unknown) throw noSuchPart(unknown.number);
  const changed: number[] = [];
  const parts = base.map((part) => {
    const given = byNumber.get(part.number);
    if (!given) return part;
    const written = withLines(part, { ...given, lines: given.lines.map(alignWords) });
    if (JSON.stringify(comparable(written)) === JSON.stringify(comparable(part))) return part;
    changed.push(part.number);
    return written;
  });
  return { parts, changed };
}

export function noSuchPart(number: number) {
  return invalidField('parts', 'noSuchPart', { number });
}

/** Sorts keys, because `jsonb` does not preserve their order. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, comparable(field)]),
  );
}
