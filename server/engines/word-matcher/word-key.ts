import {
  DIGIT,
  INVISIBLE,
  LETTER,
  MARK,
  SPACE,
  StrictText,
  SURROGATE,
  strictFold,
  stringOf,
  UNSPACED,
} from './characters.ts';
import { after, BETWEEN, keyOf, LooseRun, looseClassAt, looseClassOf, SUSPECT } from './loose-characters.ts';
import type { MatcherWord, MatchMode } from './port.ts';
import { SpacedReader } from './read-spaced.ts';
import { addCharacter, addMark, UnspacedReader } from './read-unspaced.ts';

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

function textOf({ units, length }: Units): string {
  return stringOf(units, 0, length);
}

/** Stand for wildcards, so that they differ from the signs themselves. */
const anyRun = '\ue000';
const anyOne = '\ue001';

/**
 * By this, words are the same word. Undone is what cannot make another word: case, width, script, unseen characters,
 * odd letters, letters spelled out. Digits for letters, repetitions and accents stay: 4chan is not achan, nor good god.
 */
export function wordKey(text: string, mode: MatchMode): string {
  const plain = textOf(looseUnits(strictFold(text)));
  if (mode !== 'wildcard') return joinSpelled(plain);
  return joinSpelled(plain.replaceAll('?', anyOne).replace(/\*+/g, anyRun));
}

/** Of b.a.d and 赌 博 the letters alone: one sign between all of them, always the same. */
function joinSpelled(text: string): string {
  let letters = '';
  let sign = '';
  for (let at = 0; at < text.length; ) {
    const next = after(text, at);
    if (!isLetter(looseClassAt(text, at))) return text;
    letters += text.slice(at, next);
    if (next >= text.length) break;
    const between = text.slice(next, after(text, next));
    const kind = looseClassAt(text, next);
    if (isLetter(kind) || (sign !== '' && between !== sign) || between === anyRun || between === anyOne) return text;
    if (kind === SPACE && looseClassAt(text, at) !== UNSPACED && [...text].length < 5) return text;
    sign = between;
    at = after(text, next);
    if (at >= text.length) return text;
  }
  return sign === '' || [...letters].length < fewest(letters) ? text : letters;
}

function fewest(letters: string): number {
  return looseClassAt(letters, 0) === UNSPACED ? 2 : 3;
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === UNSPACED;
}

const spaced = new SpacedReader();
const unspaced = new UnspacedReader();
const variantRun = new LooseRun();

/**
 * The keys of everything in a text that may be a disguise, for an index beside the text itself. If a word is found in a
 * text, then each of its pieces stands in the strict fold of the text as `strict`, or in this as `loose` (see
 * `literalPieces`).
 */
export function foldVariants(text: string): string {
  const variants = new Set<string>();
  spaced.read(text, true, variantRun, (one) => addWords(one, variants));
  unspaced.read(text, variantRun, (one) => variants.add(stringOf(one.keys, 0, one.keyCount)));
  return [...variants].join(' ');
}

/** Only what reads otherwise without its disguise; the neighbours are in the text itself. */
function addWords(one: LooseRun, variants: Set<string>): void {
  let from = 0;
  for (let key = 0; key <= one.keyCount; key += 1) {
    const unit = one.firstUnit[key] as number;
    if (key < one.keyCount && ((one.flags[unit] as number) & BETWEEN) === 0) continue;
    if (key > from && (one.flags[one.firstUnit[from] as number] as number) & SUSPECT)
      variants.add(stringOf(one.keys, from, key));
    from = key + 1;
  }
}

type LiteralPiece = { strict: string; loose: string };

/** What must be in a text for the word to be found in it: its pieces between wildcards, spaces and signs. */
export function literalPieces(word: Pick<MatcherWord, 'text' | 'mode'>): LiteralPiece[] {
  const pieces: LiteralPiece[] = [];
  for (const part of splitAtSigns(strictFold(word.text))) {
    pieces.push({ strict: part, loose: textOf(keysOf(looseUnits(part))) });
  }
  return pieces;
}

function splitAtSigns(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? looseClassOf[text.charCodeAt(at)] : 0;
    if (kind === LETTER || kind === DIGIT || kind === UNSPACED || kind === SURROGATE) continue;
    if (at > from) parts.push(text.slice(from, at));
    from = at + 1;
  }
  return parts;
}
