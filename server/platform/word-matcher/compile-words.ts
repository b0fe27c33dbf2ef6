import { isAcrossWords } from './across-words.ts';
import { REPEATED } from './align-word.ts';
import { classOf, DIGIT, LETTER, SIGN, SPACE, UNSPACED } from './character-class.ts';
import { chooseHits } from './choose-hits.ts';
import { dropScratch } from './double-array.ts';
import { HitList } from './hit-list.ts';
import { DOUBTFUL } from './judge-short-word.ts';
import { after, looseClassAt } from './loose-characters.ts';
import { LooseFinder } from './loose-finder.ts';
import { ACCENT, GAP, LEET, LOOKALIKE, MARKED, ODD, UNSEEN, WRAP } from './loose-run.ts';
import {
  type Disguise,
  disguises,
  type Found,
  type MatcherWord,
  type MatchMode,
  type TextContext,
} from './matcher-word.ts';
import { CONTAINS, EXCEPTION, PatternList, WILDCARD } from './pattern-list.ts';
import { PatternPool } from './pattern-pool.ts';
import { StrictFinder } from './strict-finder.ts';
import { strictTable, widthOf } from './strict-fold.ts';
import { parseWildcards } from './wildcard-pattern.ts';
import { languageOf, WordTable } from './word-table.ts';
import { keysOf, looseUnits, strictUnits } from './word-units.ts';

/** Gathers words, in as many portions as wanted; words that cannot be listed are left out. */
export class WordCompiler {
  readonly #table = new WordTable();
  readonly #strict = new PatternList();
  readonly #loose = new PatternList();
  readonly #plain = new PatternPool();

  add(word: MatcherWord): void {
    if (judgeWord(word.text, word.mode) !== undefined) return;
    const number = this.#table.add(word);
    const flags = word.mode === 'contains' ? CONTAINS : 0;
    const isWildcard = word.mode === 'wildcard' && /[*?]/.test(word.text);
    this.#addStrict(number, flags, word.text, isWildcard);
    if (word.variants) this.#addLoose(number, flags, word.text, isWildcard);
    for (const phrase of word.exceptions) {
      if (judgeWord(phrase, 'exact') !== undefined) continue;
      this.#addStrict(number, flags | EXCEPTION, phrase, false);
      if (word.variants) this.#addLoose(number, flags | EXCEPTION, phrase, false);
    }
  }

  compile(): WordMatcher {
    for (const part of [this.#strict, this.#loose, this.#plain]) part.trim();
    const matcher = new WordMatcher(this.#table, this.#strict, this.#loose, this.#plain);
    dropScratch();
    return matcher;
  }

  #addStrict(word: number, flags: number, text: string, isWildcard: boolean): void {
    const { units, length } = strictUnits(text);
    if (!isWildcard) this.#strict.add(word, flags, units, 0, length);
    else this.#strict.addWildcard(word, flags | WILDCARD, parseWildcards(units.subarray(0, length)));
  }

  #addLoose(word: number, flags: number, text: string, isWildcard: boolean): void {
    const { units, length } = looseUnits(text);
    if (!isWildcard) {
      const keys = keysOf({ units, length });
      this.#plain.add(units, 0, length);
      this.#loose.add(word, flags, keys.units, 0, keys.length);
      return;
    }
    const wildcard = parseWildcards(units.subarray(0, length));
    const anchor = Uint16Array.from(wildcard.elements.slice(wildcard.anchorFrom, wildcard.anchorTo));
    if (anchor.length === 0) return;
    const keys = keysOf({ units: anchor, length: anchor.length });
    this.#plain.add(anchor);
    this.#loose.add(word, flags | WILDCARD, keys.units, 0, keys.length);
    this.#loose.wildcards.set(this.#plain.count - 1, wildcard);
  }
}

export function compileWords(words: Iterable<MatcherWord>): WordMatcher {
  const compiler = new WordCompiler();
  for (const word of words) compiler.add(word);
  return compiler.compile();
}

/** Finds listed words in texts. */
export class WordMatcher {
  readonly #table: WordTable;
  readonly #hits = new HitList();
  readonly #looseHits = new HitList();
  readonly #exceptions = new HitList();
  readonly #strict: StrictFinder;
  readonly #loose: LooseFinder | undefined;
  /** What the last find cost: steps of both automata and of the comparisons. */
  steps = 0;

  constructor(table: WordTable, strict: PatternList, loose: PatternList, plain: PatternPool) {
    this.#table = table;
    this.#strict = new StrictFinder(strict, table.count, this.#hits, this.#exceptions);
    this.#loose = loose.units.count > 0 ? new LooseFinder(loose, plain, this.#looseHits, this.#exceptions) : undefined;
  }

  get wordCount(): number {
    return this.#table.count;
  }

  /** Of the automata; what is known of the words comes on top. */
  get bytes(): number {
    return this.#strict.bytes + (this.#loose?.bytes ?? 0);
  }

  find(text: string, context: TextContext = {}): Found[] {
    for (const list of [this.#hits, this.#looseHits, this.#exceptions]) list.clear();
    const counts = this.#table.counts(context);
    this.steps = this.#strict.find(text, counts);
    // In other languages accents and doubled letters make other words; only where none belong are they a disguise.
    const isEnglishText = languageOf(context.language) === 'en';
    const isEnglish = (word: number) => isEnglishText && this.#table.isEnglish(word);
    this.steps += this.#loose?.find(text, { isEnglishText, counts, isEnglish }) ?? 0;
    const found: Found[] = [];
    for (const { word, start, end, loose, undone } of chooseHits(this.#hits, this.#looseHits, this.#exceptions)) {
      const isAcross = !this.#table.isWildcard(word) && isAcrossWords(text, start, end);
      // A formal numeral within another word (大陆) is no disguise.
      if (isAcross && undone === ODD) continue;
      const doubtful = isAcross || (undone & DOUBTFUL) !== 0;
      if (doubtful && this.#table.skipsDoubtful(word)) continue;
      found.push({
        wordId: this.#table.ids[word] as string,
        start,
        end,
        pass: loose ? 'loose' : 'strict',
        variant: undoneDisguises(text, start, end, (this.#table.texts[word] as string).trim(), undone),
        doubtful,
      });
    }
    return found;
  }
}

const longestWord = 200;
const fewestBesideWildcards = 2;
const mostStars = 4;

/** Why a word cannot be listed. */
export type WordProblem =
  | 'empty'
  | 'tooLong'
  | 'onlySigns'
  | 'onlyWildcards'
  | 'tooFewLetters'
  | 'tooManyWildcards'
  | 'brokenCharacter';

/** What is wrong with a word, or nothing. */
export function judgeWord(text: string, mode: MatchMode): WordProblem | undefined {
  const trimmed = text.trim();
  if (trimmed.length === 0) return 'empty';
  if (trimmed.length > longestWord) return 'tooLong';
  if (!trimmed.isWellFormed() || trimmed.includes('\0')) return 'brokenCharacter';
  const literal = mode === 'wildcard' ? trimmed.replace(/[*?]/g, '') : trimmed;
  if (literal.trim().length === 0) return 'onlyWildcards';
  const letters = countLetters(literal);
  if (letters === 0) return 'onlySigns';
  if (mode !== 'wildcard' || literal === trimmed) return undefined;
  if (letters < fewestBesideWildcards) return 'tooFewLetters';
  return (trimmed.match(/\*+/g) ?? []).length > mostStars ? 'tooManyWildcards' : undefined;
}

/** No more than matter are counted. */
function countLetters(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length && letters < fewestBesideWildcards; at = after(text, at)) {
    const kind = looseClassAt(text, at);
    if (kind === LETTER || kind === DIGIT || kind === UNSPACED) letters += 1;
  }
  return letters;
}

const byFlag: readonly (readonly [number, Disguise])[] = [
  [GAP, 'separators'],
  [WRAP, 'lineBreak'],
  [UNSEEN, 'zeroWidth'],
  [MARKED, 'marks'],
  [ODD, 'letters'],
  [LOOKALIKE, 'lookalikes'],
  [ACCENT, 'accents'],
  [LEET, 'leet'],
  [REPEATED, 'repeats'],
];

/** Which disguises a place in a text has, of those that were undone on the way to the word. */
function undoneDisguises(text: string, start: number, end: number, word: string, undone: number): Disguise[] {
  const found = new Set<Disguise>();
  for (const [flag, disguise] of byFlag) if (undone & flag) found.add(disguise);
  const isAligned = end - start === word.length;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (isAligned ? unit === word.charCodeAt(at - start) : word.includes(text.charAt(at))) continue;
    if (classOf[unit] === SPACE) {
      if (isBreak(unit) && undone === 0 && !word.includes(' ')) found.add('lineBreak');
      continue;
    }
    // What keeps the letters apart is none of them, however wide it is.
    if (undone & GAP && classOf[unit] === SIGN) continue;
    const narrow = widthOf(unit);
    const folded = strictTable[unit] as number;
    if (narrow !== unit || (unit >= 0xff61 && unit < 0xffa0)) found.add('width');
    if (folded === narrow) {
      // The list has a capital where the text has none.
      if (isAligned && undone === 0 && isCapital(word.charCodeAt(at - start))) found.add('case');
    } else if (narrow < 0x2e80 || narrow >= 0xa000) found.add('case');
    else found.add('traditional');
  }
  return disguises.filter((disguise) => found.has(disguise));
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function isCapital(unit: number): boolean {
  const character = String.fromCharCode(unit);
  return character !== character.toLowerCase();
}
