import { addToken } from './add-token.ts';
import { DIGIT } from './character-class.ts';
import { INNER_LEET_SIGN, LEET_SIGN, looseClassOf } from './loose-characters.ts';
import { FIRST, GAP, type LooseRun, SUSPECT } from './loose-run.ts';
import { longestToken, type SpacedTokens } from './spaced-tokens.ts';
import { strictTable } from './strict-fold.ts';
import { MIXED, SPELLED_FROM, SPELLED_ON, WITH_DIGITS } from './token-shape.ts';

/** With fewer letters it may be the name of a road, a chip or a game: A-55, 5-in, b-00-b. */
const fewestLetters = 3;
const mostParts = 16;
const signs = new Set([...'-‐‑_.*~·'].map((sign) => sign.charCodeAt(0)));

/**
 * Reads words that are parted here and there by one sign and have digits for letters besides (c-4-s1no). The parts are one
 * word only as a whole: what is joined to more of the same signs is something larger.
 */
export function readChains(text: string, tokens: SpacedTokens, run: LooseRun, take: (run: LooseRun) => void): void {
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
    // Where another sign follows, its words begin with the last of these.
    doneTo = read(at, right);
    at = doneTo - 1;
  }
}

/** The one sign between a token and the next, or 0. */
function signBehind(text: string, { start, end, flags }: SpacedTokens, token: number): number {
  const from = end[token] as number;
  if ((start[token + 1] as number) - from !== 1) return 0;
  const sign = strictTable[text.charCodeAt(from)] as number;
  const spelled = ((flags[token] as number) & SPELLED_ON) | ((flags[token + 1] as number) & SPELLED_FROM);
  const length = Math.max(from - (start[token] as number), (end[token + 1] as number) - (start[token + 1] as number));
  return spelled !== 0 || length > longestToken || !signs.has(sign) ? 0 : sign;
}

/** Digits stand among the letters of a part, or alone between others: so 5-hit is none. */
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
