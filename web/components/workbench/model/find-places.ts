import { patternOf } from '@lectern/contract/text-edit/replace-in-lines.ts';
import { spliceLine } from '@lectern/contract/text-edit/splice-line.ts';
import type { WorkLine } from './work-line.ts';

export type FindOptions = { query: string; wholeWord: boolean; matchCase: boolean };
export type Range = { from: number; to: number };
export type FoundPlace = Range & { key: number; at: number };

const nothing: readonly Range[] = [];
const finders = new WeakMap<FindOptions, (text: string) => readonly Range[]>();

/** Finds the places of a text, in order; the same one again for the same question. */
export function finderOf(options: FindOptions): (text: string) => readonly Range[] {
  const known = finders.get(options);
  if (known) return known;
  const { query, ...rest } = options;
  const pattern = patternOf({ text: query, ...rest });
  const find = (text: string): readonly Range[] => {
    if (!pattern) return nothing;
    // Most texts have none: they cost no more than a look.
    if (text.search(pattern) < 0) return nothing;
    return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }));
  };
  finders.set(options, find);
  return find;
}

/** A line with some of its places replaced, from the last to the first, so that those before it stay where they are. */
export function replacePlaces(line: WorkLine, places: readonly Range[], by: string): WorkLine {
  return places.reduceRight((known, { from, to }) => spliceLine(known, from, to, by), line);
}
