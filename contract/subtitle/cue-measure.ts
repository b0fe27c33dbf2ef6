import { type Cue, cueLimits } from './cue.ts';

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
const mark = /[\p{M}\p{Cf}]/u;

/** Integer weights that let narrow and wide characters be added up as shares of a line or of a second of reading. */
const room = { narrow: cueLimits.wideLineCharacters, wide: cueLimits.lineCharacters };
const pace = { narrow: cueLimits.wideCharactersPerSecond, wide: cueLimits.charactersPerSecond };
export const lineRoom = cueLimits.lineCharacters * cueLimits.wideLineCharacters;
const secondPace = cueLimits.charactersPerSecond * cueLimits.wideCharactersPerSecond;

function measure(text: string, unit: { narrow: number; wide: number }): number {
  let sum = 0;
  for (const character of text) {
    if (character < '\u0300') sum += unit.narrow;
    else if (wide.test(character)) sum += unit.wide;
    else if (!mark.test(character)) sum += unit.narrow;
  }
  return sum;
}

/** Width of the text in the units of `lineRoom`. */
export function displayWidth(text: string): number {
  return measure(text, room);
}

/** The separator between two adjacent pieces of text: none next to scripts written without spaces. */
export function jointOf(left: string, right: string): '' | ' ' {
  const last = [...left.slice(-2)].at(-1) ?? '';
  const first = right.codePointAt(0);
  if (last === '' || first === undefined) return '';
  return unspaced.test(last) || unspaced.test(String.fromCodePoint(first)) ? '' : ' ';
}

/** Joins a cue's lines into one. */
export function unwrapped(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .reduce((before, line) => before + jointOf(before, line) + line, '');
}

/** Reading effort of the text in the units of `secondPace`. */
export function paceOf(text: string): number {
  return measure(text, pace);
}

export function msOfPace(sum: number): number {
  return Math.ceil((sum * 1000) / secondPace);
}

/** Minimum reading time in milliseconds; a line break counts as a space. */
function readingMs(text: string): number {
  return msOfPace(paceOf(unwrapped(text)));
}

export function isTooFast({ startMs, endMs, text }: Cue): boolean {
  return text.trim() !== '' && endMs - startMs < readingMs(text);
}

/** Characters per second, for display; a wide character counts as the narrow characters that take as long to read. */
export function readingSpeed({ startMs, endMs, text }: Cue): number {
  const characters = measure(unwrapped(text), pace) / pace.narrow;
  return endMs > startMs ? (characters * 1000) / (endMs - startMs) : Number.POSITIVE_INFINITY;
}

/** Minimum display time in milliseconds. */
export function leastMsOf(text: string): number {
  return Math.max(cueLimits.leastMs, readingMs(text));
}

/** Whether most characters are wide, so limits are shown in wide characters. */
export function isWide(text: string): boolean {
  const characters = [...text].filter((character) => !/\s/.test(character));
  return characters.filter((character) => wide.test(character)).length * 2 > characters.length;
}
