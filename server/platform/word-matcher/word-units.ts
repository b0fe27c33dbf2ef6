import { addCharacter, addMark } from './add-token.ts';
import { INVISIBLE, MARK, SPACE } from './character-class.ts';
import { after, keyOf, looseClassAt } from './loose-characters.ts';
import { LooseRun } from './loose-run.ts';
import { StrictText } from './strict-fold.ts';

const folded = new StrictText();
const run = new LooseRun();

/** A word as the strict pass looks for it. */
export function strictUnits(text: string): number[] {
  folded.read(text.trim());
  return [...folded.units.subarray(0, folded.length)];
}

/** A word as the loose pass compares it, letter by letter: nothing unseen, no marks that hide, odd letters as plain ones. */
export function looseUnits(text: string): number[] {
  const word = text.trim();
  run.clear(false);
  for (let at = 0; at < word.length; ) {
    const kind = looseClassAt(word, at);
    const next = after(word, at);
    if (kind === MARK) addMark(run, word.codePointAt(at) ?? 0, next);
    else if (kind === SPACE) {
      if (run.plain[run.length - 1] !== 0x20) run.add(0x20, 0, at, next);
    } else if (kind !== INVISIBLE) addCharacter(run, word.codePointAt(at) ?? 0, at, next, 0, false, false);
    at = next;
  }
  return [...run.plain.subarray(0, run.length)];
}

/** The keys of units; equal neighbours are one. */
export function keysOf(units: readonly number[]): number[] {
  const keys: number[] = [];
  for (const unit of units) {
    const key = keyOf[unit] as number;
    if (keys.at(-1) !== key) keys.push(key);
  }
  return keys;
}
