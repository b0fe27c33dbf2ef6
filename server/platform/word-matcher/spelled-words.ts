import { classOfPoint, INVISIBLE, MARK, SIGN, SPACE } from './character-class.ts';
import { after } from './loose-characters.ts';
import type { SpacedTokens } from './spaced-tokens.ts';
import { DISGUISED, SINGLE, SPELLED_FROM, SPELLED_ON } from './token-shape.ts';

/** How single letters are kept apart: b a d, b.a.d, b - a - d. */
const NO_GAP = 0;
const BLANK = 1;
const SIGNS = 2;
const SPACED_SIGNS = 3;
const longestGap = 24;
const fewestLetters = 3;
const mostLetters = 256;

/** They belong to one side, or make lists and formulas of letters: (a,s,s), a+s=s. */
const enclosing = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"<>,;:+=]/u;
/** What names of files end in. */
const formats = new Set(
  'pdf doc docx odt rtf txt md ppt pptx odp xls xlsx ods csv epub html jpg jpeg png gif webp svg mp3 m4a wav mp4 mov mkv webm avi zip'.split(
    ' ',
  ),
);
const pictures = /\p{Extended_Pictographic}/u;

/**
 * Marks single letters that are kept apart all in the same way as one word. The same signs beside it make it part of
 * something larger (www.b.a.d), unless what follows tells the format of a file; blanks are between all words, so next to them
 * the letters stand for themselves.
 */
export function markSpelledWords(text: string, tokens: SpacedTokens): void {
  const { start, end, flags } = tokens;
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
    const gap = text.slice(end[first], start[first + 1]);
    let last = first + 1;
    while (last + 1 < tokens.count && isSingle(flags, last + 1)) {
      const [from, to] = [end[last] as number, start[last + 1] as number];
      if (gapKind(text, from, to) !== kind || !isAlike(gap, text.slice(from, to))) break;
      last += 1;
    }
    const length = last - first + 1;
    if (length >= fewestLetters && length <= mostLetters && standsApart(text, tokens, first, last, kind)) {
      for (let at = first; at <= last; at += 1) {
        flags[at] = (flags[at] as number) | DISGUISED | (at > first ? SPELLED_FROM : 0) | (at < last ? SPELLED_ON : 0);
      }
      first = last + 1;
    } else first = Math.max(last, first + 1);
  }
}

/** The same signs every time, or pictures. */
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
  let signs = 0;
  let spaces = 0;
  let sign = 0;
  let spaceInside = false;
  for (let at = from; at < to; at = after(text, at)) {
    const point = text.codePointAt(at) ?? 0;
    const kind = classOfPoint(point);
    if (kind === INVISIBLE || kind === MARK) continue;
    if (kind === SPACE) {
      if (!isBlank(point)) return NO_GAP;
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
  // "b. a. d." are initials, and "b, a, d" is a list.
  return spaces === 2 && !spaceInside ? SPACED_SIGNS : NO_GAP;
}

function isBlank(point: number): boolean {
  return point !== 0x09 && point !== 0x0a && point !== 0x0d && point !== 0x85 && point !== 0x2028 && point !== 0x2029;
}
