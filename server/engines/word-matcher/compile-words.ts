import { classOf, DIGIT, LETTER, SIGN, SPACE, strictTable, UNSPACED, widthOf } from './characters.ts';
import { dropScratch } from './double-array.ts';
import { ACCENT, after, GAP, LEET, LOOKALIKE, looseClassAt, MARKED, ODD, UNSEEN, WRAP } from './loose-characters.ts';
import { LooseFinder, REPEATED } from './loose-finder.ts';
import { chooseMatches, LIKELY_FALSE, MatchList } from './match-list.ts';
import { CONTAINS, EXCEPTION, PatternList, PatternPool, parseWildcards, WILDCARD } from './patterns.ts';
import {
  type Disguise,
  disguises,
  type MatcherWord,
  type MatchMode,
  type TextContext,
  type WordMatch,
} from './port.ts';
import { StrictFinder } from './strict-finder.ts';
import { keysOf, looseUnits, strictUnits } from './word-key.ts';

type Scope = { language: string | null; sources: readonly string[]; kinds: readonly string[] };

const mostContexts = 256;

/** Properties of each word, by its number. Words with the same scope share one entry. */
class WordTable {
  readonly ids: string[] = [];
  readonly texts: string[] = [];
  readonly #scopeOf: number[] = [];
  readonly #wildcards = new Set<number>();
  readonly #ignoreLikelyFalse = new Set<number>();
  readonly #scopes: Scope[] = [];
  readonly #scopeNumbers = new Map<string, number>();
  readonly #allowed = new Map<string, Uint8Array>();

  get count(): number {
    return this.ids.length;
  }

  add(word: MatcherWord): number {
    if (word.mode === 'wildcard') this.#wildcards.add(this.ids.length);
    if (word.ignoreLikelyFalse) this.#ignoreLikelyFalse.add(this.ids.length);
    this.ids.push(word.id);
    this.texts.push(word.text);
    this.#scopeOf.push(this.#scopeNumber(word));
    return this.ids.length - 1;
  }

  isWildcard(word: number): boolean {
    return this.#wildcards.has(word);
  }

  ignoresLikelyFalse(word: number): boolean {
    return this.#ignoreLikelyFalse.has(word);
  }

  isEnglish(word: number): boolean {
    return languageOf(this.#scopes[this.#scopeOf[word] as number]?.language) === 'en';
  }

  /** Returns a cheap test of whether a word applies to texts of this context. */
  counts(context: TextContext): (word: number) => boolean {
    const key = JSON.stringify([context.source, context.kind, context.language]);
    let allowed = this.#allowed.get(key);
    if (allowed === undefined || allowed.length !== this.#scopes.length) {
      allowed = Uint8Array.from(this.#scopes, (scope) => (inScope(scope, context) ? 1 : 0));
      if (this.#allowed.size >= mostContexts) this.#allowed.clear();
      this.#allowed.set(key, allowed);
    }
    const known = allowed;
    return (word) => known[this.#scopeOf[word] as number] === 1;
  }

  #scopeNumber({ language, sources, kinds }: MatcherWord): number {
    // Shortcut: nearly all words have no source or kind restriction.
    const isWide = sources.length === 0 && kinds.length === 0;
    const key = isWide ? `${language}` : JSON.stringify([language, sources, kinds]);
    let number = this.#scopeNumbers.get(key);
    if (number === undefined) {
      number = this.#scopes.push({ language, sources, kinds }) - 1;
      this.#scopeNumbers.set(key, number);
    }
    return number;
  }
}

function inScope({ language, sources, kinds }: Scope, context: TextContext): boolean {
  if (context.source !== undefined && sources.length > 0 && !sources.includes(context.source)) return false;
  if (context.kind !== undefined && kinds.length > 0 && !kinds.includes(context.kind)) return false;
  const [own, other] = [languageOf(language), languageOf(context.language)];
  // English words appear in Chinese texts too, but a bad word in one language may be harmless in another that uses the
  // same script.
  return own === null || other === null || own === other || scriptOf(own) !== scriptOf(other);
}

function languageOf(tag: string | null | undefined): string | null {
  return tag ? (tag.toLowerCase().split(/[-_]/)[0] ?? null) : null;
}

const scripts = new Map<string, string>([
  ...['zh', 'ja', 'ko', 'yue'].map((language) => [language, 'unspaced'] as const),
  ...['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'mn'].map((language) => [language, 'cyrillic'] as const),
  ...['el', 'ar', 'he', 'th', 'hi'].map((language) => [language, language] as const),
]);

function scriptOf(language: string): string {
  return scripts.get(language) ?? 'latin';
}

/** Context in UTF-16 units on each side of a match, enough for the segmenter to see the surrounding words. */
const around = 10;

/**
 * Whether a match in Chinese text joins parts of unrelated words (代写 in 当代写作). Only the surrounding text is segmented.
 */
export function isAcrossWords(text: string, start: number, end: number): boolean {
  if (!isHan(text, start) || !isHan(text, end - 1)) return false;
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  const window = text.slice(from, to);
  const segments = segmenter().segment(window);
  const first = segments.containing(start - from);
  const last = segments.containing(end - from);
  const begins = first?.index === start - from;
  const ends = last === undefined || last.index === end - from;
  // A match inside one longer word is part of that word's meaning.
  const isWithinOne = first !== undefined && end - from <= first.index + first.segment.length;
  if ((begins && ends) || isWithinOne) return false;
  // If reading the match as a separate word gives fewer words in total, the match is meant.
  const asWord = countWords(text.slice(from, start)) + 1 + countWords(text.slice(end, to));
  return countWords(window) <= asWord;
}

let shared: Intl.Segmenter | undefined;

/** Created lazily because it loads a dictionary. */
function segmenter(): Intl.Segmenter {
  shared ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return shared;
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of segmenter().segment(text)) words += 1;
  return words;
}

function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xd840 && unit < 0xe000);
}

/** Moves an index off the second half of a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** Collects words, possibly in several batches; skips words that fail `judgeWord`. */
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

export class WordMatcher {
  readonly #table: WordTable;
  readonly #matches = new MatchList();
  readonly #looseMatches = new MatchList();
  readonly #exceptions = new MatchList();
  readonly #strict: StrictFinder;
  readonly #loose: LooseFinder | undefined;
  /** Cost of the last `find`: steps of the automata and of the comparisons. */
  steps = 0;

  constructor(table: WordTable, strict: PatternList, loose: PatternList, plain: PatternPool) {
    this.#table = table;
    this.#strict = new StrictFinder(strict, table.count, this.#matches, this.#exceptions);
    this.#loose =
      loose.units.count > 0 ? new LooseFinder(loose, plain, this.#looseMatches, this.#exceptions) : undefined;
  }

  get wordCount(): number {
    return this.#table.count;
  }

  /** Size of the automata; the word table isn't included. */
  get bytes(): number {
    return this.#strict.bytes + (this.#loose?.bytes ?? 0);
  }

  find(text: string, context: TextContext = {}): WordMatch[] {
    for (const list of [this.#matches, this.#looseMatches, this.#exceptions]) list.clear();
    const counts = this.#table.counts(context);
    this.steps = this.#strict.find(text, counts);
    // In other languages accents and doubled letters make different words; only in English are they a disguise.
    const isEnglishText = languageOf(context.language) === 'en';
    const isEnglish = (word: number) => isEnglishText && this.#table.isEnglish(word);
    this.steps += this.#loose?.find(text, { isEnglishText, counts, isEnglish }) ?? 0;
    const found: WordMatch[] = [];
    for (const { word, start, end, loose, undone } of chooseMatches(
      this.#matches,
      this.#looseMatches,
      this.#exceptions,
    )) {
      const isAcross = !this.#table.isWildcard(word) && isAcrossWords(text, start, end);
      // A formal numeral that belongs to another word (大陆) isn't a disguise.
      if (isAcross && undone === ODD) continue;
      const likelyFalse = isAcross || (undone & LIKELY_FALSE) !== 0;
      if (likelyFalse && this.#table.ignoresLikelyFalse(word)) continue;
      found.push({
        wordId: this.#table.ids[word] as string,
        start,
        end,
        pass: loose ? 'loose' : 'strict',
        variant: undoneDisguises(text, start, end, (this.#table.texts[word] as string).trim(), undone),
        likelyFalse,
      });
    }
    return found;
  }
}

const longestWord = 200;
const fewestBesideWildcards = 2;
const mostStars = 4;

/** Why a word can't be added to the library. */
export type WordProblem =
  | 'empty'
  | 'tooLong'
  | 'onlySigns'
  | 'onlyWildcards'
  | 'tooFewLetters'
  | 'tooManyWildcards'
  | 'brokenCharacter';

/** Returns undefined when the word is valid. */
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

/** Stops counting at `fewestBesideWildcards`. */
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

/**
 * Lists the disguises of a match: those flagged as undone, plus case, width and script differences from the listed
 * word.
 */
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
    // Separators aren't letters of the match, so their width doesn't count as a disguise.
    if (undone & GAP && classOf[unit] === SIGN) continue;
    const narrow = widthOf(unit);
    const folded = strictTable[unit] as number;
    if (narrow !== unit || (unit >= 0xff61 && unit < 0xffa0)) found.add('width');
    if (folded === narrow) {
      // The listed word has a capital where the text has a small letter.
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
