import { patternOf } from '@lectern/contract/text-edit/replace-in-lines.ts';
import { spliceLine } from '@lectern/contract/text-edit/splice-line.ts';
import type { WorkLine } from './work-line.ts';

export type FindOptions = { query: string; wholeWord: boolean; matchCase: boolean };
type Range = { from: number; to: number };
export type FoundPlace = Range & { key: number; at: number };

/** Finds the places of a text, in order. */
export function finderOf({ query, ...options }: FindOptions): (text: string) => Range[] {
  const pattern = patternOf({ text: query, ...options });
  if (!pattern) return () => [];
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }));
}

export function findPlaces(lines: readonly WorkLine[], options: FindOptions): FoundPlace[] {
  const find = finderOf(options);
  return lines.flatMap((line, at) => find(line.text).map((place) => ({ ...place, key: line.key, at })));
}

/** A line with some of its places replaced, from the last to the first, so that those before it stay where they are. */
export function replacePlaces(line: WorkLine, places: readonly Range[], by: string): WorkLine {
  return places.reduceRight((known, { from, to }) => spliceLine(known, from, to, by), line);
}
