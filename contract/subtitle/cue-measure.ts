import { type Cue, cueLimits } from './cue.ts';

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
const mark = /[\p{M}\p{Cf}]/u;

/** Both kinds of characters are measured with one whole number: as much of the line, or of the second, as each takes. */
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

/** How much of a line it takes; a line holds `lineRoom`. */
export function roomOf(text: string): number {
  return measure(text, room);
}

/** What stands between two pieces of text that are read one after the other. */
export function jointOf(left: string, right: string): '' | ' ' {
  const last = [...left.slice(-2)].at(-1) ?? '';
  const first = right.codePointAt(0);
  if (last === '' || first === undefined) return '';
  return unspaced.test(last) || unspaced.test(String.fromCodePoint(first)) ? '' : ' ';
}

/** The lines of a cue as one. */
export function unwrapped(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .reduce((before, line) => before + jointOf(before, line) + line, '');
}

/** How much of a second it takes to read; a second holds `secondPace`. */
export function paceOf(text: string): number {
  return measure(text, pace);
}

export function msOfPace(sum: number): number {
  return Math.ceil((sum * 1000) / secondPace);
}

/** The least time in which it can be read; the end of a line takes as long as the space it stands for. */
function readingMs(text: string): number {
  return msOfPace(paceOf(unwrapped(text)));
}

export function isTooFast({ startMs, endMs, text }: Cue): boolean {
  return text.trim() !== '' && endMs - startMs < readingMs(text);
}

/** For what a person is told: characters in each second, where wide ones count as the narrow ones they take the time of. */
export function readingSpeed({ startMs, endMs, text }: Cue): number {
  const characters = measure(unwrapped(text), pace) / pace.narrow;
  return endMs > startMs ? (characters * 1000) / (endMs - startMs) : Number.POSITIVE_INFINITY;
}

/** How long a cue of this text has to be shown. */
export function leastMsOf(text: string): number {
  return Math.max(cueLimits.leastMs, readingMs(text));
}

/** Whether it is mostly of a script of wide characters: then limits of such are named to people. */
export function isWide(text: string): boolean {
  const characters = [...text].filter((character) => !/\s/.test(character));
  return characters.filter((character) => wide.test(character)).length * 2 > characters.length;
}
