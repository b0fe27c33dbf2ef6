import { isAcrossWords } from './across-words.ts';
import { chooseHits } from './choose-hits.ts';
import { dropScratch } from './double-array.ts';
import { HitList } from './hit-list.ts';
import { DOUBTFUL } from './judge-short-word.ts';
import { judgeWord } from './judge-word.ts';
import { LooseFinder } from './loose-finder.ts';
import { ODD } from './loose-run.ts';
import type { Found, MatcherWord, TextContext } from './matcher-word.ts';
import { CONTAINS, EXCEPTION, PatternList, WILDCARD } from './pattern-list.ts';
import { PatternPool } from './pattern-pool.ts';
import { StrictFinder } from './strict-finder.ts';
import { undoneDisguises } from './undone-disguises.ts';
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
