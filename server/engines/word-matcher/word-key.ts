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

/** Code units of a word. The array is reused and overwritten by the next word. */
type Units = { units: Uint16Array; length: number };

const folded = new StrictText();
let foldedText: string | undefined;
const run = new LooseRun();
const keys = { units: new Uint16Array(256), length: 0 };

/** The form of a word that the strict pass searches for. */
export function strictUnits(text: string): Units {
  foldedText = text;
  return folded.read(text.trim());
}

/**
 * The form of a word that the loose pass compares letter by letter: without invisible characters and disguising marks,
 * stylised letters resolved.
 */
export function looseUnits(text: string): Units {
  const word = text.trim();
  // Callers ask for both forms in a row, so the fold is reused.
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

/** ASCII and common Chinese characters need no resolving; this covers most words. */
function isPlain({ units, length }: Units): boolean {
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    if (unit < 0x20 || (unit >= 0x7f && unit < 0x3400) || unit >= 0xa000) return false;
  }
  return true;
}

/** Lookup keys of the units; equal adjacent keys are merged. */
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

/** Private-use stand-ins for wildcards, to tell them from literal signs. */
const anyRun = '\ue000';
const anyOne = '\ue001';

/**
 * Words with equal keys are the same word. Differences that can't make another word are removed: case, width, script,
 * invisible characters, stylised letters, spelling out. Leet, repetitions and accents stay: 4chan isn't achan, and
 * good isn't god.
 */
export function wordKey(text: string, mode: MatchMode): string {
  const plain = textOf(looseUnits(strictFold(text)));
  if (mode !== 'wildcard') return joinSpelled(plain);
  return joinSpelled(plain.replaceAll('?', anyOne).replace(/\*+/g, anyRun));
}

/** Joins b.a.d and 赌 博 to their letters if the same single sign separates all of them. */
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
 * Keys of everything in a text that may be disguised, for indexing next to the text itself. If a word matches a text,
 * each of its pieces is either in the strict fold of the text as `strict` or in this result as `loose` (see
 * `literalPieces`).
 */
export function foldVariants(text: string): string {
  const variants = new Set<string>();
  spaced.read(text, true, variantRun, (one) => addWords(one, variants));
  unspaced.read(text, variantRun, (one) => variants.add(stringOf(one.keys, 0, one.keyCount)));
  return [...variants].join(' ');
}

/** Adds only words that may be disguised; their neighbours are in the text itself. */
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

/** Pieces between wildcards, spaces and signs, all of which must occur in a text for the word to match. */
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
