import { addToken } from './add-token.ts';
import { DIGIT } from './character-class.ts';
import { looseClassOf } from './loose-characters.ts';
import { FIRST, GAP, type LooseRun, SUSPECT } from './loose-run.ts';
import { longestToken, type SpacedTokens } from './spaced-tokens.ts';
import { strictTable } from './strict-fold.ts';
import { MIXED, SPELLED_FROM, SPELLED_ON } from './token-shape.ts';

/** With fewer letters it may be the name of a road, a chip or a game: A-55, 5-in, b-00-b. */
const fewestLetters = 3;
const mostParts = 16;
const signs = new Set([...'-‐‑_.*~·'].map((sign) => sign.charCodeAt(0)));

/**
 * Reads words that are parted here and there by one sign and have digits for letters besides (c-4-s1no). The parts are one
 * word only as a whole: what is joined to more of the same signs is something larger.
 */
export function readChains(text: string, tokens: SpacedTokens, run: LooseRun, take: (run: LooseRun) => void): void {
  for (let first = 0; first + 1 < tokens.count; ) {
    const sign = signBehind(text, tokens, first);
    let last = first;
    while (sign !== 0 && last + 1 < tokens.count && signBehind(text, tokens, last) === sign) last += 1;
    if (last > first && last - first < mostParts && isDisguised(text, tokens, first, last)) {
      fill(text, tokens, run.clear(false), first, last);
      take(run.finish());
    }
    // Where another sign follows, its words begin with the last of these.
    first = Math.max(last, first + 1);
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

/** One part has digits among its letters, or digits alone stand between others: so 5-hit and rock-n-roll are none. */
function isDisguised(text: string, { start, end }: SpacedTokens, first: number, last: number): boolean {
  let letters = 0;
  let hasDigits = false;
  for (let at = first; at <= last; at += 1) {
    const [from, to] = [start[at] as number, end[at] as number];
    const own = countLetters(text, from, to);
    letters += own;
    hasDigits ||= own < to - from;
    if (own === 0 && (at === first || at === last)) return false;
  }
  return letters >= fewestLetters && hasDigits;
}

function countLetters(text: string, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at += 1) if (looseClassOf[text.charCodeAt(at)] !== DIGIT) letters += 1;
  return letters;
}

function fill(text: string, { start, end, flags }: SpacedTokens, run: LooseRun, first: number, last: number): void {
  for (let at = first; at <= last; at += 1) {
    const reading = { leet: true, mixed: ((flags[at] as number) & MIXED) !== 0 };
    addToken(run, text, start[at] as number, end[at] as number, reading, at > first ? GAP : FIRST | SUSPECT, 0);
  }
}
