import { type HitList, mostHitsOfAWord } from './hit-list.ts';

export type Chosen = { word: number; start: number; end: number; loose: boolean; undone: number };

/**
 * Of each word the leftmost and longest places that do not overlap and lie in no exception; places where it stands
 * undisguised come before those where it is disguised.
 */
export function chooseHits(strict: HitList, loose: HitList, exceptions: HitList): Chosen[] {
  const chosen: Chosen[] = [];
  if (strict.count + loose.count === 0) return chosen;
  const excepted = byWord(exceptions);
  const taken = new Map<number, Chosen[]>();
  for (const [list, isLoose] of [
    [strict, false],
    [loose, true],
  ] as const) {
    let word = -1;
    let reached = 0;
    let count = 0;
    for (const hit of list.sorted()) {
      if (list.word(hit) !== word) {
        word = list.word(hit);
        reached = 0;
        count = 0;
      }
      const [start, end] = [list.start(hit), list.end(hit)];
      if (start < reached || count >= mostHitsOfAWord || isInside(exceptions, excepted.get(word), start, end)) continue;
      if (isLoose && overlaps(taken.get(word), start, end)) continue;
      reached = end;
      count += 1;
      const one = { word, start, end, loose: isLoose, undone: list.undone(hit) };
      chosen.push(one);
      if (!isLoose && loose.count > 0) {
        const others = taken.get(word);
        if (others) others.push(one);
        else taken.set(word, [one]);
      }
    }
  }
  return chosen.sort((left, right) => left.start - right.start || left.end - right.end || left.word - right.word);
}

function byWord(list: HitList): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const hit of list.count === 0 ? [] : list.sorted()) {
    const word = list.word(hit);
    const others = found.get(word);
    if (others) others.push(hit);
    else found.set(word, [hit]);
  }
  return found;
}

/** The phrases of a word are in order, and none is longer than the longest of them: few need a look. */
function isInside(list: HitList, hits: readonly number[] | undefined, start: number, end: number): boolean {
  if (!hits) return false;
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list.start(hits[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0 && at >= low - mostLooks; at -= 1) {
    if (list.end(hits[at] as number) >= end) return true;
  }
  return false;
}

const mostLooks = 512;

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
