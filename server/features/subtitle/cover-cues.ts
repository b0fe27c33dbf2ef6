import type { Cue } from '@lectern/contract/subtitle/cue.ts';

/** A passage with parts that this person may not read, as JavaScript counts. */
export type MaskedText = { text: string; spans: readonly (readonly [number, number])[] };

/**
 * The cues with ■ in the place of what is masked. What stands in one passage may stand in two lines or in two cues here:
 * letters are compared without what is between them.
 */
export function coverCues(cues: readonly Cue[], masked: readonly MaskedText[]): Cue[] {
  const words = new Set(
    masked.flatMap(({ text, spans }) => spans.map(([start, end]) => lettersIn(text.slice(start, end)))),
  );
  words.delete('');
  if (words.size === 0) return [...cues];
  const units = cues.map(({ text }) => text.split(''));
  const places = units
    .flatMap((letters, cue) => letters.flatMap((_, at) => ({ cue, at })))
    .filter(({ cue, at }) => isLetter(units[cue]?.[at] ?? ''));
  const whole = places.map(({ cue, at }) => lowered(units[cue]?.[at] ?? '')).join('');
  for (const word of words) {
    for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + 1)) {
      for (const { cue, at } of places.slice(from, from + word.length)) {
        const letters = units[cue];
        if (letters) letters[at] = '■';
      }
    }
  }
  return cues.map((cue, at) => ({ ...cue, text: (units[at] ?? []).join('') }));
}

function isLetter(unit: string): boolean {
  return /[^\s\p{P}\p{Cf}]/u.test(unit);
}

/** One unit stays one, so that places fit. */
function lowered(unit: string): string {
  const small = unit.toLowerCase();
  return small.length === 1 ? small : unit;
}

function lettersIn(text: string): string {
  return text.split('').filter(isLetter).map(lowered).join('');
}
