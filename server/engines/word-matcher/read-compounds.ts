import { addToken } from './add-token.ts';
import { BETWEEN, FIRST, GAP, type LooseRun, SUSPECT } from './loose-run.ts';
import { longestToken, type SpacedTokens } from './spelled-words.ts';
import { DISGUISED, MIXED, READS_LEET, SPELLED_FROM, SPELLED_ON } from './token-shape.ts';

/** Parts of one word are at least so long, and no more than these: pen-is and as-s are none. */
const shortestPart = 3;
const mostParts = 3;
const mostWords = 64;
const spaceUnit = 0x20;
const underline = 0x5f;

/**
 * Reads words that a hyphen or an underline joins, as in names of files: as words with blanks between them (bad_apple), and
 * two or three of them without anything between (ghost-writing).
 */
export function readCompounds(text: string, tokens: SpacedTokens, run: LooseRun, take: (run: LooseRun) => void): void {
  for (let first = 0; first + 1 < tokens.count; ) {
    let last = first;
    let hyphens = true;
    while (last + 1 < tokens.count && last - first < mostWords) {
      const sign = jointSign(text, tokens, last);
      if (sign === 0) break;
      hyphens &&= sign !== underline;
      last += 1;
    }
    if (last > first) {
      fill(text, tokens, run.clear(false), first, last, false);
      take(run.finish());
      if (hyphens && last - first < mostParts && isOfParts(tokens, first, last)) {
        fill(text, tokens, run.clear(false), first, last, true);
        take(run.finish());
      }
    }
    first = last + 1;
  }
}

/** The one sign between a word and the next that joins them, or 0. */
function jointSign(text: string, { start, end, flags }: SpacedTokens, token: number): number {
  const from = end[token] as number;
  if ((start[token + 1] as number) - from !== 1) return 0;
  const sign = text.charCodeAt(from);
  if (sign !== 0x2d && sign !== 0x2010 && sign !== 0x2011 && sign !== underline) return 0;
  const spelled = ((flags[token] as number) & SPELLED_ON) | ((flags[token + 1] as number) & SPELLED_FROM);
  const length = Math.max(from - (start[token] as number), (end[token + 1] as number) - (start[token + 1] as number));
  return spelled !== 0 || length > longestToken ? 0 : sign;
}

function isOfParts({ start, end }: SpacedTokens, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) {
    if ((end[at] as number) - (start[at] as number) < shortestPart) return false;
  }
  return true;
}

function fill(
  text: string,
  { start, end, flags }: SpacedTokens,
  run: LooseRun,
  first: number,
  last: number,
  joined: boolean,
): void {
  for (let at = first; at <= last; at += 1) {
    const [from, to, is] = [start[at] as number, end[at] as number, flags[at] as number];
    const reading = { leet: (is & READS_LEET) !== 0, mixed: (is & MIXED) !== 0 };
    let before = is & DISGUISED || joined ? FIRST | SUSPECT : FIRST;
    if (at > first && joined) before = GAP;
    else if (at > first) run.add(spaceUnit, BETWEEN | GAP, from, from);
    addToken(run, text, from, to, reading, before, 0);
  }
}
