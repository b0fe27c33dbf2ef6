import { baseOf, isLeet, keyOf, numeralOf } from './loose-characters.ts';
import {
  ACCENT,
  AMONG_LOOKALIKES,
  GAP,
  LEET,
  LOOKALIKE,
  type LooseRun,
  MARKED,
  ODD,
  UNSEEN,
  WRAP,
} from './loose-run.ts';
import { isRarelyDoubled } from './token-shape.ts';

/** A letter was repeated. It stands beside the flags of units. */
export const REPEATED = 1 << 14;
const ofUnit = ODD | MARKED | LOOKALIKE;
const before = UNSEEN | GAP | WRAP;
const fewestDoubled = 3;

/** A word to compare with: its plain letters in a pool of many, and whether it and the text are English. */
type PlainWord = { units: Uint16Array; from: number; to: number; english: boolean };

/** What had to be undone so that units of a run read as the word, or -1 when they do not. */
export function alignWord(run: LooseRun, start: number, end: number, word: PlainWord): number {
  const plainly = alignRuns(run, start, end, word, word.from, 0, 1);
  if (plainly >= 0) return plainly;
  // Every letter twice, or three times: b-b-a-a-d-d.
  const factor = (end - start) / (word.to - word.from);
  if (factor < 2 || !Number.isInteger(factor) || countRuns(word) < fewestDoubled) return -1;
  return alignRuns(run, start, end, word, word.from, 0, factor);
}

function alignRuns(
  run: LooseRun,
  start: number,
  end: number,
  word: PlainWord,
  from: number,
  undone: number,
  factor: number,
): number {
  if (from === word.to) return start === end ? undone : -1;
  const letter = word.units[from] as number;
  let wanted = 1;
  while (from + wanted < word.to && word.units[from + wanted] === letter) wanted += 1;
  let there = 0;
  let letters = true;
  let mask = undone | (factor > 1 ? REPEATED : 0);
  let exact = -1;
  while (start + there < end) {
    const done = accepts(run, start + there, letter, word.english);
    if (done < 0) break;
    // What stands before the first unit of all is not part of the word.
    mask |= from === word.from && there === 0 ? done & ~before : done;
    if (done & LEET) letters = false;
    there += 1;
    if (there === wanted * factor) exact = mask;
  }
  if (exact >= 0) {
    const rest = alignRuns(run, start + wanted * factor, end, word, from + wanted, exact, factor);
    if (rest >= 0 || factor > 1) return rest;
  }
  const isAlone = from === word.from && from + wanted === word.to;
  if (factor > 1 || isAlone || !letters || !isStretched(there, wanted, letter, word.english)) return -1;
  return alignRuns(run, start + there, end, word, from + wanted, mask | REPEATED, factor);
}

/** Three and more are no accident; two are one where no ordinary word of the language has them. */
function isStretched(there: number, wanted: number, letter: number, english: boolean): boolean {
  return there > wanted && (there >= 3 || (english && wanted === 1 && isRarelyDoubled(letter)));
}

/** What had to be undone for a unit to be the letter, or -1. */
export function accepts(run: LooseRun, at: number, letter: number, english: boolean): number {
  const plain = run.plain[at] as number;
  const flags = run.flags[at] as number;
  const always = flags & (ofUnit | before);
  if (plain === letter) return always;
  if (run.unspaced && numeralOf(plain) === letter) return always | ODD;
  // A digit stands for a letter, never for another digit.
  if (flags & LEET) return keyOf[letter] === keyOf[plain] && !isLeet(letter) ? always | LEET : -1;
  if (flags & AMONG_LOOKALIKES && baseOf(letter) === plain) return always | LOOKALIKE;
  return english && flags & ACCENT && baseOf(plain) === letter ? always | ACCENT : -1;
}

function countRuns({ units, from, to }: PlainWord): number {
  let runs = 0;
  for (let at = from; at < to; at += 1) if (at === from || units[at] !== units[at - 1]) runs += 1;
  return runs;
}
