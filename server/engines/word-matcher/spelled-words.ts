import { classOfPoint, INVISIBLE, MARK, SIGN, SPACE } from './characters.ts';
import { after } from './loose-characters.ts';
import { isCellGap, isEnclosed } from './read-unspaced.ts';
import { DISGUISED, SINGLE, SPELLED_FROM, SPELLED_ON, type SpacedTokens } from './spaced-tokens.ts';

/** How single letters are separated: b a d, b.a.d, b - a - d, (b)(a)(d), by tabs, or one per line. */
const NO_GAP = 0;
const BLANK = 1;
const SIGNS = 2;
const SPACED_SIGNS = 3;
const CELLS = 4;
const TABS = 5;
const LINES = 6;
const longestGap = 24;
const fewestLetters = 3;
/** Lists, tables and multiple-choice answers contain single letters too, so these layouts need more of them. */
const fewestInCells = 4;
const fewestMixed = 4;
const mostLetters = 256;
/** Signs that may be mixed within one spelled-out word. */
const turnable = /^[-‐‑–_.*~·/|\\]$/;
const onlyAnswers = /^[a-e]*$/i;

/** Brackets and quotes, and signs of lists and formulas: (a,s,s), a+s=s. */
const enclosing = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"<>,;:+=]/u;
/** File name extensions. */
const formats = new Set(
  'pdf doc docx odt rtf txt md ppt pptx odp xls xlsx ods csv epub html jpg jpeg png gif webp svg mp3 m4a wav mp4 mov mkv webm avi zip'.split(
    ' ',
  ),
);
const pictures = /\p{Extended_Pictographic}/u;

/**
 * Marks single letters separated in the same way, or by mixed signs, as one spelled-out word. If the same sign joins
 * it to more text it belongs to something larger (www.b.a.d), unless a file extension follows; blanks separate all
 * words, so they don't count as joining.
 */
export function markSpelledWords(text: string, tokens: SpacedTokens): void {
  const { start, end, flags } = tokens;
  // Letters before this index were already tried with mixed signs and rejected as part of something larger.
  let turnedTo = 0;
  for (let first = 0; first + 1 < tokens.count; ) {
    if (!isSingle(flags, first) || !isSingle(flags, first + 1)) {
      first += 1;
      continue;
    }
    const kind = gapKind(text, end[first] as number, start[first + 1] as number);
    if (kind === NO_GAP) {
      first += 1;
      continue;
    }
    const gap = gapAfter(text, tokens, first);
    const alike = lastWhile(text, tokens, first, (other, its) => its === kind && isAlike(gap, other));
    const mayTurn = first >= turnedTo && turnable.test(gap);
    const turning = mayTurn ? lastWhile(text, tokens, first, (other) => turnable.test(other)) : alike;
    turnedTo = Math.max(turnedTo, turning);
    if (turning > alike && turnsApart(text, tokens, first, turning)) {
      mark(flags, first, turning);
      first = turning + 1;
    } else if (isSpelled(text, tokens, first, alike, kind)) {
      mark(flags, first, alike);
      first = alike + 1;
    } else first = Math.max(alike, first + 1);
  }
}

function mark(flags: Uint8Array, first: number, last: number): void {
  for (let at = first; at <= last; at += 1) {
    flags[at] = (flags[at] as number) | DISGUISED | (at > first ? SPELLED_FROM : 0) | (at < last ? SPELLED_ON : 0);
  }
}

function gapAfter(text: string, { start, end }: SpacedTokens, token: number): string {
  return text.slice(end[token], start[token + 1]);
}

/** The last of the consecutive single letters whose gaps fit. */
function lastWhile(
  text: string,
  tokens: SpacedTokens,
  first: number,
  fits: (gap: string, kind: number) => boolean,
): number {
  const { start, end, flags, count } = tokens;
  let last = first + 1;
  while (last + 1 < count && isSingle(flags, last + 1)) {
    const kind = gapKind(text, end[last] as number, start[last + 1] as number);
    if (kind === NO_GAP || !fits(gapAfter(text, tokens, last), kind)) break;
    last += 1;
  }
  return last;
}

function isSpelled(text: string, tokens: SpacedTokens, first: number, last: number, kind: number): boolean {
  const { start, end } = tokens;
  const length = last - first + 1;
  if (length < fewestLetters || length > mostLetters) return false;
  if (kind < CELLS) return standsApart(text, tokens, first, last, kind);
  const [from, to] = [start[first] as number, end[last] as number];
  const letters = text.slice(from, to).replace(/[^\p{L}\p{N}]/gu, '');
  if (length < fewestInCells || onlyAnswers.test(letters)) return false;
  if (kind === CELLS) return isEnclosed(text, from, end[first] as number, to);
  return kind === TABS || (isLineEdge(text, from - 1, -1) && isLineEdge(text, to, 1));
}

function isLineEdge(text: string, from: number, step: number): boolean {
  let at = from;
  while (at >= 0 && at < text.length && isBlank(text.charCodeAt(at)) && classOfPoint(text.charCodeAt(at)) === SPACE)
    at += step;
  return at < 0 || at >= text.length || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d;
}

/** Whether there are enough letters and no mixable sign joins them to anything else, apart from a file extension. */
function turnsApart(text: string, { start, end, count }: SpacedTokens, first: number, last: number): boolean {
  const length = last - first + 1;
  if (length < fewestMixed || length > mostLetters) return false;
  const joins = (from: number, to: number) => turnable.test(text.slice(from, to));
  if (first > 0 && joins(end[first - 1] as number, start[first] as number)) return false;
  if (last + 1 >= count || !joins(end[last] as number, start[last + 1] as number)) return true;
  return formats.has(text.slice(start[last + 1], end[last + 1]).toLowerCase());
}

/** The same sign, blanks, or pictographs. */
function isAlike(gap: string, other: string): boolean {
  return gap === other || (gap.trim() === '' && other.trim() === '') || (pictures.test(gap) && pictures.test(other));
}

function isSingle(flags: Uint8Array, at: number): boolean {
  return ((flags[at] as number) & SINGLE) !== 0;
}

function standsApart(
  text: string,
  { start, end, count }: SpacedTokens,
  first: number,
  last: number,
  kind: number,
): boolean {
  if (kind === BLANK) return true;
  const own = text.slice(end[first], start[first + 1]);
  const isSame = (from: number, to: number) => gapKind(text, from, to) === kind && isAlike(own, text.slice(from, to));
  if (first > 0 && isSame(end[first - 1] as number, start[first] as number)) return false;
  if (last + 1 >= count || !isSame(end[last] as number, start[last + 1] as number)) return true;
  return own === '.' && formats.has(text.slice(start[last + 1], end[last + 1]).toLowerCase());
}

function gapKind(text: string, from: number, to: number): number {
  if (to <= from || to - from > longestGap) return NO_GAP;
  if (isCellGap(text, from, to)) return text.charCodeAt(from) === 0x09 ? TABS : CELLS;
  let signs = 0;
  let spaces = 0;
  let sign = 0;
  let spaceInside = false;
  for (let at = from; at < to; at = after(text, at)) {
    const point = text.codePointAt(at) ?? 0;
    const kind = classOfPoint(point);
    if (kind === INVISIBLE || kind === MARK) continue;
    if (kind === SPACE) {
      if (!isBlank(point)) return breaksLine(text, from, to) ? LINES : NO_GAP;
      spaces += 1;
      spaceInside ||= signs > 0 && spaces === 1;
      continue;
    }
    if (kind !== SIGN) return NO_GAP;
    const character = String.fromCodePoint(point);
    if (enclosing.test(character) || (signs > 0 && sign !== point && !pictures.test(character))) return NO_GAP;
    sign = point;
    signs += 1;
  }
  if (signs > 4) return NO_GAP;
  if (signs === 0) return spaces === 1 ? BLANK : NO_GAP;
  if (spaces === 0) return SIGNS;
  // "b. a. d." may be initials and "b, a, d" a list.
  return spaces === 2 && !spaceInside ? SPACED_SIGNS : NO_GAP;
}

/** A line break, possibly with one empty line. */
function breaksLine(text: string, from: number, to: number): boolean {
  return /^[^\S\n]*\n(?:[^\S\n]*\n)?[^\S\n]*$/.test(text.slice(from, to));
}

function isBlank(point: number): boolean {
  return point !== 0x09 && point !== 0x0a && point !== 0x0d && point !== 0x85 && point !== 0x2028 && point !== 0x2029;
}
