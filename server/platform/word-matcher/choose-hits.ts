import { type HitList, mostHitsOfAWord } from './hit-list.ts';

export type Chosen = { word: number; start: number; end: number; loose: boolean; undone: number };

/**
 * Of each word the leftmost and longest places that do not overlap and lie in no exception; places where it stands
 * undisguised come before those where it is disguised.
 */
export function chooseHits(strict: HitList, loose: HitList, exceptions: HitList): Chosen[] {
  const chosen: Chosen[] = [];
  if (strict.count + loose.count === 0) return chosen;
  const excepted = phrasesOf(exceptions);
  const taken = new Map<number, Chosen[]>();
  for (const [list, isLoose] of [
    [strict, false],
    [loose, true],
  ] as const) {
    for (const [word, hits] of list.byWord()) {
      const phrases = excepted.get(word);
      const before = isLoose ? taken.get(word) : undefined;
      const kept: Chosen[] = [];
      let reached = 0;
      for (const hit of hits) {
        const [start, end] = [list.start(hit), list.end(hit)];
        if (start < reached || isInside(phrases, start, end) || overlaps(before, start, end)) continue;
        reached = end;
        if (kept.push({ word, start, end, loose: isLoose, undone: list.undone(hit) }) >= mostHitsOfAWord) break;
      }
      chosen.push(...kept);
      if (!isLoose) taken.set(word, kept);
    }
  }
  return chosen.sort((left, right) => left.start - right.start || left.end - right.end || left.word - right.word);
}

/** Where the phrases of a word begin, in order, and how far those that began by then reach. */
type Phrases = { starts: number[]; reach: number[] };

function phrasesOf(list: HitList): Map<number, Phrases> {
  const found = new Map<number, Phrases>();
  for (const [word, hits] of list.byWord()) {
    let furthest = 0;
    const reach = hits.map((hit) => {
      furthest = Math.max(furthest, list.end(hit));
      return furthest;
    });
    found.set(word, { starts: hits.map((hit) => list.start(hit)), reach });
  }
  return found;
}

function isInside(phrases: Phrases | undefined, start: number, end: number): boolean {
  if (!phrases) return false;
  let [low, high] = [0, phrases.starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((phrases.starts[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (phrases.reach[low - 1] as number) >= end;
}

function overlaps(taken: readonly Chosen[] | undefined, start: number, end: number): boolean {
  if (!taken) return false;
  let [low, high] = [0, taken.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((taken[middle] as Chosen).end <= start) low = middle + 1;
    else high = middle;
  }
  return low < taken.length && (taken[low] as Chosen).start < end;
}
