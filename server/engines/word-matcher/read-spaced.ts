import { classOf, DIGIT, SIGN, SPACE, strictTable } from './characters.ts';
import {
  alsoLooksLike,
  BETWEEN,
  FIRST,
  GAP,
  INNER_LEET_SIGN,
  LEET_SIGN,
  type LooseRun,
  looseClassOf,
  SPELLED,
  SUSPECT,
} from './loose-characters.ts';
import { addToken } from './read-unspaced.ts';
import {
  AMBIGUOUS,
  DISGUISED,
  longestToken,
  MIXED,
  READS_LEET,
  readCompounds,
  SPELLED_FROM,
  SPELLED_ON,
  SpacedTokens,
  WITH_DIGITS,
} from './spaced-tokens.ts';

import { markSpelledWords } from './spelled-words.ts';

/** Fewer letters may be a road, a chip or a measurement: A-55, 5-in. */
const fewestLetters = 3;
const mostParts = 16;
const signs = new Set([...'-‐‑_.*~·'].map((sign) => sign.charCodeAt(0)));

/**
 * Reads words split by one repeated sign that also use digits for letters (c-4-s1no). The chain is read only as a
 * whole, because part of a longer chain is something else.
 */
function readChains(text: string, tokens: SpacedTokens, run: LooseRun, take: (run: LooseRun) => void): void {
  const { flags, count } = tokens;
  let doneTo = -1;
  const read = (at: number, sign: number): number => {
    let [first, last] = [at, at];
    while (first > 0 && signBehind(text, tokens, first - 1) === sign) first -= 1;
    while (last + 1 < count && signBehind(text, tokens, last) === sign) last += 1;
    if (last - first < mostParts && isDisguised(text, tokens, first, last)) {
      fill(text, tokens, run.clear(false), first, last);
      take(run.finish());
    }
    return last;
  };
  for (let at = 0; at < count; at += 1) {
    if (((flags[at] as number) & WITH_DIGITS) === 0) continue;
    const left = at > 0 && at > doneTo ? signBehind(text, tokens, at - 1) : 0;
    const right = at + 1 < count ? signBehind(text, tokens, at) : 0;
    if (left !== 0 && left !== right) read(at, left);
    if (right === 0) continue;
    // If a different sign follows, the next chain may start with this chain's last token.
    doneTo = read(at, right);
    at = doneTo - 1;
  }
}

/** The single sign between a token and the next one, or 0. */
function signBehind(text: string, { start, end, flags }: SpacedTokens, token: number): number {
  const from = end[token] as number;
  if ((start[token + 1] as number) - from !== 1) return 0;
  const sign = strictTable[text.charCodeAt(from)] as number;
  const spelled = ((flags[token] as number) & SPELLED_ON) | ((flags[token + 1] as number) & SPELLED_FROM);
  const length = Math.max(from - (start[token] as number), (end[token + 1] as number) - (start[token + 1] as number));
  return spelled !== 0 || length > longestToken || !signs.has(sign) ? 0 : sign;
}

/** Both end parts must contain a letter, so 5-match doesn't qualify; in between, a part may be digits only. */
function isDisguised(text: string, { start, end }: SpacedTokens, first: number, last: number): boolean {
  let letters = 0;
  for (let at = first; at <= last; at += 1) {
    const [from, to] = [start[at] as number, end[at] as number];
    const own = countLetters(text, from, to);
    letters += own;
    if (own === 0 && (at === first || at === last)) return false;
  }
  return letters >= fewestLetters;
}

function countLetters(text: string, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at += 1) {
    const kind = looseClassOf[text.charCodeAt(at)] as number;
    if (kind !== DIGIT && kind !== LEET_SIGN && kind !== INNER_LEET_SIGN) letters += 1;
  }
  return letters;
}

function fill(text: string, { start, end, flags }: SpacedTokens, run: LooseRun, first: number, last: number): void {
  for (let at = first; at <= last; at += 1) {
    const reading = { leet: true, mixed: ((flags[at] as number) & MIXED) !== 0 };
    addToken(run, text, start[at] as number, end[at] as number, reading, at > first ? GAP : FIRST | SUSPECT, 0);
  }
}

/** Number of ordinary words read on each side of a disguised one, so that multi-word entries can match. */
const neighbours = 7;
const longestJoint = 64;
/** Limit on the ambiguous letters of a run; each one doubles the number of readings. */
const mostAmbiguous = 3;
const asTheFirst: readonly ReadonlySet<number>[] = [new Set()];
/** Longer runs are split to bound the buffers. */
const mostWords = 4_000;

/**
 * Reads the disguised words of scripts with spaces together with their neighbours; calls `take` for one run at a time.
 */
export class SpacedReader {
  readonly #tokens = new SpacedTokens();

  read(text: string, english: boolean, run: LooseRun, take: (run: LooseRun) => void): void {
    const tokens = this.#tokens.read(text, english);
    markSpelledWords(text, tokens);
    for (let at = 0; at < tokens.count; at += 1) {
      if (((tokens.flags[at] as number) & DISGUISED) === 0) continue;
      const [first, last] = [this.#firstOf(text, at), this.#lastOf(text, at)];
      for (const second of this.#readings(text, first, last)) {
        this.#fill(text, run.clear(false), first, last, second);
        take(run.finish());
      }
      at = last;
    }
    readCompounds(text, tokens, run, take);
    readChains(text, tokens, run, take);
    tokens.release();
  }

  /**
   * Which ambiguous letters to read as their second look-alike: every combination of the first few, starting with
   * none.
   */
  #readings(text: string, first: number, last: number): readonly ReadonlySet<number>[] {
    const { start, end, flags } = this.#tokens;
    let at = first;
    while (at <= last && ((flags[at] as number) & AMBIGUOUS) === 0) at += 1;
    if (at > last) return asTheFirst;
    const ambiguous = new Set<number>();
    for (; at <= last; at += 1) {
      if (((flags[at] as number) & AMBIGUOUS) === 0) continue;
      for (let place = start[at] as number; place < (end[at] as number) && ambiguous.size < mostAmbiguous; place += 1) {
        if (alsoLooksLike(text.charCodeAt(place))) ambiguous.add(text.charCodeAt(place));
      }
    }
    const letters = [...ambiguous];
    return Array.from(
      { length: 1 << letters.length },
      (_, choice) => new Set(letters.filter((_, at) => (choice >> at) & 1)),
    );
  }

  #firstOf(text: string, disguised: number): number {
    const { flags } = this.#tokens;
    let first = disguised;
    for (let left = neighbours; first > 0; first -= 1) {
      if ((flags[first] as number) & SPELLED_FROM) continue;
      if (left === 0 || this.#jointBefore(text, first) === 0) break;
      left -= 1;
    }
    return first;
  }

  #lastOf(text: string, disguised: number): number {
    const { flags, count } = this.#tokens;
    let last = disguised;
    for (let left = neighbours; last + 1 < count && last - disguised < mostWords; last += 1) {
      if ((flags[last] as number) & SPELLED_ON) continue;
      if (left === 0 || this.#jointBefore(text, last + 1) === 0) break;
      left = (flags[last + 1] as number) & DISGUISED ? neighbours : left - 1;
    }
    return last;
  }

  /** The space or sign joining a token to the previous one; 0 if they are unrelated. */
  #jointBefore(text: string, token: number): number {
    const from = this.#tokens.end[token - 1] as number;
    const to = this.#tokens.start[token] as number;
    if (to - from > longestJoint || this.#isGiant(token) || this.#isGiant(token - 1)) return 0;
    if (to - from === 1 && looseClassOf[text.charCodeAt(from)] === SIGN)
      return strictTable[text.charCodeAt(from)] as number;
    let breaks = 0;
    for (let at = from; at < to; at += 1) {
      if (classOf[text.charCodeAt(at)] !== SPACE) return 0;
      if (text.charCodeAt(at) === 0x0a) breaks += 1;
    }
    return to > from && breaks < 2 ? 0x20 : 0;
  }

  /** A token too long to be a word is never a neighbour; otherwise every match next to it would scan all of it. */
  #isGiant(token: number): boolean {
    return (this.#tokens.end[token] as number) - (this.#tokens.start[token] as number) > longestToken;
  }

  #fill(text: string, run: LooseRun, first: number, last: number, second: ReadonlySet<number>): void {
    const { start, end, flags } = this.#tokens;
    for (let at = first; at <= last; ) {
      if (at > first) run.add(this.#jointBefore(text, at), BETWEEN, start[at] as number, start[at] as number);
      if (((flags[at] as number) & SPELLED_ON) === 0) {
        const is = flags[at] as number;
        const reading = { leet: (is & READS_LEET) !== 0, mixed: (is & MIXED) !== 0, second };
        addToken(
          run,
          text,
          start[at] as number,
          end[at] as number,
          reading,
          is & DISGUISED ? FIRST | SUSPECT : FIRST,
          0,
        );
        at += 1;
        continue;
      }
      let stop = at;
      while ((flags[stop] as number) & SPELLED_ON) stop += 1;
      const reading = { leet: this.#countLetters(text, at, stop) >= 2, mixed: false };
      for (let letter = at; letter <= stop; letter += 1) {
        const before = letter === at ? FIRST | SUSPECT : GAP;
        addToken(run, text, start[letter] as number, end[letter] as number, reading, before, SPELLED);
      }
      at = stop + 1;
    }
  }

  #countLetters(text: string, first: number, last: number): number {
    let letters = 0;
    for (let at = first; at <= last; at += 1) {
      const unit = text.charCodeAt(this.#tokens.start[at] as number);
      if (unit < 0x30 || unit > 0x39) letters += 1;
    }
    return letters;
  }
}
