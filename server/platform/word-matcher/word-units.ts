import { addCharacter, addMark } from './add-token.ts';
import { INVISIBLE, MARK, SPACE } from './character-class.ts';
import { after, keyOf, looseClassAt } from './loose-characters.ts';
import { LooseRun } from './loose-run.ts';
import { StrictText, stringOf } from './strict-fold.ts';

/** Units of a word; the array belongs to who made it and changes with the next word. */
type Units = { units: Uint16Array; length: number };

const folded = new StrictText();
let foldedText: string | undefined;
const run = new LooseRun();
const keys = { units: new Uint16Array(256), length: 0 };

/** A word as the strict pass looks for it. */
export function strictUnits(text: string): Units {
  foldedText = text;
  return folded.read(text.trim());
}

/** A word as the loose pass compares it, letter by letter: nothing unseen, no marks that hide, odd letters as plain ones. */
export function looseUnits(text: string): Units {
  const word = text.trim();
  // Asked for both, one after the other, a word is folded once.
  if (foldedText !== text) strictUnits(text);
  if (isPlain(folded)) return folded;
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
  return { units: run.plain, length: run.length };
}

/** Nothing is left to resolve in ASCII and common Chinese characters: most words end here. */
function isPlain({ units, length }: Units): boolean {
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    if (unit < 0x20 || (unit >= 0x7f && unit < 0x3400) || unit >= 0xa000) return false;
  }
  return true;
}

/** The keys of units; equal neighbours are one. */
export function keysOf({ units, length }: Units): Units {
  if (length > keys.units.length) keys.units = new Uint16Array(length);
  keys.length = 0;
  for (let at = 0; at < length; at += 1) {
    const key = keyOf[units[at] as number] as number;
    if (keys.length > 0 && keys.units[keys.length - 1] === key) continue;
    keys.units[keys.length] = key;
    keys.length += 1;
  }
  return keys;
}

export function textOf({ units, length }: Units): string {
  return stringOf(units, 0, length);
}
