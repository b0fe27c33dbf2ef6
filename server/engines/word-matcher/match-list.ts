import { classOf, DIGIT, grown, LETTER } from './characters.ts';
import { GAP, LEET, LEET_SIGN, LOOKALIKE, looseClassOf, MARKED, ODD, UNSEEN } from './loose-characters.ts';

/** Further matches of the same word in one text are dropped; the first thousand are enough to judge it. */
export const mostMatchesPerWord = 1_000;
const mostCandidates = 1_000_000;
const WIDTH = 4;

/** Matches packed as numbers: word, start, end, undone flags. */
export class MatchList {
  #numbers: Int32Array = new Int32Array(64 * WIDTH);
  count = 0;

  clear(): void {
    this.count = 0;
    if (this.#numbers.length > 1 << 18) this.#numbers = new Int32Array(64 * WIDTH);
  }

  add(word: number, start: number, end: number, undone: number): void {
    if (this.count >= mostCandidates) return;
    const at = this.count * WIDTH;
    if (at === this.#numbers.length) this.#numbers = grown(this.#numbers, at * 2);
    this.#numbers[at] = word;
    this.#numbers[at + 1] = start;
    this.#numbers[at + 2] = end;
    this.#numbers[at + 3] = undone;
    this.count += 1;
  }

  word(match: number): number {
    return this.#numbers[match * WIDTH] as number;
  }

  start(match: number): number {
    return this.#numbers[match * WIDTH + 1] as number;
  }

  end(match: number): number {
    return this.#numbers[match * WIDTH + 2] as number;
  }

  undone(match: number): number {
    return this.#numbers[match * WIDTH + 3] as number;
  }

  /** Matches per word, leftmost first, then longest. They arrive almost in that order, so sorting is cheap. */
  byWord(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (let match = 0; match < this.count; match += 1) {
      const word = this.word(match);
      const others = found.get(word);
      if (others) others.push(match);
      else found.set(word, [match]);
    }
    for (const matches of found.values()) {
      matches.sort((left, right) => this.start(left) - this.start(right) || this.end(right) - this.end(left));
    }
    return found;
  }
}

type Chosen = { word: number; start: number; end: number; loose: boolean; undone: number };

/**
 * Per word, the leftmost longest matches that don't overlap and aren't inside an exception. Undisguised matches win
 * over disguised ones.
 */
export function chooseMatches(strict: MatchList, loose: MatchList, exceptions: MatchList): Chosen[] {
  const chosen: Chosen[] = [];
  if (strict.count + loose.count === 0) return chosen;
  const excepted = phrasesOf(exceptions);
  const taken = new Map<number, Chosen[]>();
  for (const [list, isLoose] of [
    [strict, false],
    [loose, true],
  ] as const) {
    for (const [word, matches] of list.byWord()) {
      const phrases = excepted.get(word);
      const before = isLoose ? taken.get(word) : undefined;
      const kept: Chosen[] = [];
      let reached = 0;
      for (const match of matches) {
        const [start, end] = [list.start(match), list.end(match)];
        if (start < reached || isInside(phrases, start, end) || overlaps(before, start, end)) continue;
        reached = end;
        if (kept.push({ word, start, end, loose: isLoose, undone: list.undone(match) }) >= mostMatchesPerWord) break;
      }
      chosen.push(...kept);
      if (!isLoose) taken.set(word, kept);
    }
  }
  return chosen.sort((left, right) => left.start - right.start || left.end - right.end || left.word - right.word);
}

/** Exception phrases of a word in order of start; `reach` is the furthest end of all phrases that started so far. */
type Phrases = { starts: number[]; reach: number[] };

function phrasesOf(list: MatchList): Map<number, Phrases> {
  const found = new Map<number, Phrases>();
  for (const [word, matches] of list.byWord()) {
    let furthest = 0;
    const reach = matches.map((match) => {
      furthest = Math.max(furthest, list.end(match));
      return furthest;
    });
    found.set(word, { starts: matches.map((match) => list.start(match)), reach });
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

/** The match may be unintended; shares the bit space of the unit flags. */
export const LIKELY_FALSE = 1 << 16;
/** The match is ordinary text that only looks like a disguise. */
export const INNOCENT = -1;

/** Words with more letters are only spelled out deliberately. */
const shortest = 3;
/** Multiplication signs in formulas and code. */
const products = /[*·×⋅]/;
const ordinary = /^[-‐‑–—_.~\s\p{L}\p{N}]*$/u;
const greek = /\p{Script=Greek}/u;

/**
 * Three letters may be spelled out or mixed with digits in ordinary teaching text: congruence (A-S-S), products
 * (c*u*m), chords (F A G), part numbers (S3X-12). Returns INNOCENT for those, LIKELY_FALSE when it could be either, and 0
 * when it's a disguise.
 */
export function judgeShortWord(text: string, start: number, end: number, letters: number, undone: number): number {
  if (letters > shortest || undone & (ODD | MARKED | UNSEEN)) return 0;
  const written = text.slice(start, end);
  const isCapital = written === written.toUpperCase();
  if (undone & GAP) {
    if (isCapital || products.test(written)) return INNOCENT;
    return ordinary.test(written) ? LIKELY_FALSE : 0;
  }
  // A Greek letter with an index (λss) is a physical quantity.
  if (undone & LOOKALIKE && greek.test(written)) return greek.test(written.charAt(0)) ? INNOCENT : LIKELY_FALSE;
  if ((undone & LEET) === 0 || hasSigns(text, start, end)) return 0;
  if (isPartOfNumber(text, start, end)) return INNOCENT;
  return isCapital ? LIKELY_FALSE : 0;
}

function hasSigns(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((looseClassOf[text.charCodeAt(at)] as number) >= LEET_SIGN) return true;
  return false;
}

/** A sign joins it to something with a digit: S3X-12, 12/s3x. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  return isJoined(text, start - 1, -1) || isJoined(text, end, 1);
}

function isJoined(text: string, sign: number, step: number): boolean {
  if (!/[-‐‑_./#]/.test(text.charAt(sign))) return false;
  for (let at = sign + step; at >= 0 && at < text.length; at += step) {
    const kind = classOf[text.charCodeAt(at)] as number;
    if (kind === DIGIT) return true;
    if (kind !== LETTER) return false;
  }
  return false;
}
