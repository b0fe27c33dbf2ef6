import { DIGIT, INVISIBLE, LETTER, MARK, UNSPACED } from './character-class.ts';
import {
  after,
  alsoLooksLike,
  INNER_LEET_SIGN,
  isLeet,
  LEET_SIGN,
  looksLike,
  looseClassOfPoint,
  numeralOf,
  plainLetters,
  plainUnits,
  withoutAccent,
} from './loose-characters.ts';
import { ACCENT, AMONG_LOOKALIKES, LEET, LOOKALIKE, type LooseRun, MARKED, ODD, UNSEEN, WRAP } from './loose-run.ts';
import { strictTable } from './strict-fold.ts';

/** `second`: letters that are read as the second one that they look like. */
type Reading = { leet: boolean; mixed: boolean; second?: ReadonlySet<number> };

const none: ReadonlySet<number> = new Set();

/** Puts one word of a text into a run: the first unit with the flags given, all others with what was done to them. */
export function addToken(
  run: LooseRun,
  text: string,
  start: number,
  end: number,
  { leet, mixed, second = none }: Reading,
  firstFlags: number,
  allFlags: number,
): void {
  const first = run.length;
  let pending = firstFlags;
  for (let at = start; at < end; ) {
    const point = text.codePointAt(at) ?? 0;
    const next = after(text, at);
    const kind = looseClassOfPoint(point);
    if (kind === INVISIBLE) pending |= UNSEEN;
    else if (kind === MARK) addMark(run, point, next);
    else if (!isPart(kind) && !isLeet(point)) pending |= WRAP;
    else {
      addCharacter(run, point, at, next, pending | allFlags, leet, mixed, second);
      pending = 0;
    }
    at = next;
  }
  hideAccents(run, first);
}

/** Where a mark hides one letter of a word, those on the others are no accents either. */
function hideAccents(run: LooseRun, first: number): void {
  let marked = false;
  for (let at = first; at < run.length; at += 1) if ((run.flags[at] as number) & MARKED) marked = true;
  for (let at = first; marked && at < run.length; at += 1) {
    if (((run.flags[at] as number) & ACCENT) === 0) continue;
    run.plain[at] = withoutAccent(run.plain[at] as number);
    run.flags[at] = ((run.flags[at] as number) & ~ACCENT) | MARKED;
  }
}

function isPart(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === UNSPACED || kind === LEET_SIGN || kind === INNER_LEET_SIGN;
}

/** A letter or digit with its flags; some odd letters are two. */
export function addCharacter(
  run: LooseRun,
  point: number,
  start: number,
  end: number,
  before: number,
  leet: boolean,
  mixed: boolean,
  second: ReadonlySet<number> = none,
): void {
  // Nearly all characters of texts are of these two kinds, and nothing is to be resolved in them.
  if (point < 0x80 || (point >= 0x3400 && point < 0xa000)) {
    const unit = strictTable[point] as number;
    run.add(unit, before | (mixed ? AMONG_LOOKALIKES : 0) | (leet && isLeet(unit) ? LEET : 0), start, end);
    return;
  }
  const numeral = run.unspaced ? numeralOf(point) : 0;
  if (numeral) {
    run.add(numeral, before | ODD, start, end);
    return;
  }
  const odd = plainLetters(point).length > 0 ? ODD : 0;
  const latin = mixed ? (second.has(point) ? alsoLooksLike(point) : looksLike(point)) : 0;
  let flags = before | odd | (mixed ? AMONG_LOOKALIKES : 0);
  if (latin) {
    run.add(latin, flags | LOOKALIKE, start, end);
    return;
  }
  for (const unit of plainUnits(point)) {
    const done = (leet && isLeet(unit) ? LEET : 0) | (withoutAccent(unit) ? ACCENT : 0);
    run.add(unit, flags | done, start, end);
    flags &= ODD | AMONG_LOOKALIKES;
  }
}

/** A mark that makes an ordinary letter with the one before it is its accent; any other only hides the letter. */
export function addMark(run: LooseRun, mark: number, end: number): void {
  const last = run.length - 1;
  if (last < 0) return;
  const composed = (String.fromCharCode(run.plain[last] as number) + String.fromCodePoint(mark)).normalize('NFC');
  const letter = composed.length === 1 ? composed.charCodeAt(0) : 0;
  run.end[last] = end;
  if (letter === 0) run.flags[last] = (run.flags[last] as number) | MARKED;
  else {
    run.plain[last] = letter;
    if (withoutAccent(letter)) run.flags[last] = (run.flags[last] as number) | ACCENT;
  }
}
