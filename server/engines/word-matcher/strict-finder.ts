import { AnchoredTrie, Automaton, alphabetOf, type PatternSink } from './automaton.ts';
import { classAt, classOf, DIGIT, LETTER, MARK, StrictText, SURROGATE } from './characters.ts';
import { isBoundaryBefore, isBoundaryBehind } from './loose-characters.ts';
import { type MatchList, mostMatchesPerWord } from './match-list.ts';
import {
  CONTAINS,
  EXCEPTION,
  LETTER_FIRST,
  LETTER_LAST,
  longestReach,
  type PatternList,
  WILDCARD,
  type WildcardPattern,
  WildcardReach,
} from './patterns.ts';

/** Finds words as written, ignoring case, width and script variants. */
export class StrictFinder implements PatternSink {
  readonly #patterns: PatternList;
  /** `#anchored` holds words that begin with a letter and need word boundaries; `#automaton` holds everything else. */
  readonly #anchored: AnchoredTrie;
  readonly #automaton: Automaton;
  readonly #folded = new StrictText();
  /** Words that need all their matches kept until exceptions are known, or whose matches vary in length. */
  readonly #keepAll: Uint8Array;
  /**
   * For the other words: the number of the last text they matched in, where that match ended, and how many there were.
   */
  readonly #textOf: Int32Array;
  readonly #lastEnd: Int32Array;
  readonly #seen: Int32Array;
  #textNumber = 0;
  #text = '';
  /** Bounds of the run of letters around the last wildcard anchor. */
  #lettersFrom = 0;
  #lettersTo = 0;
  #counts: (word: number) => boolean = () => true;
  readonly #reach = new WildcardReach();
  readonly #matches: MatchList;
  readonly #exceptions: MatchList;

  constructor(patterns: PatternList, wordCount: number, matches: MatchList, exceptions: MatchList) {
    this.#patterns = patterns;
    const alphabet = alphabetOf(patterns.units);
    const isAnchored = (flags: number) => (flags & (CONTAINS | WILDCARD | LETTER_FIRST)) === LETTER_FIRST;
    this.#anchored = new AnchoredTrie(patterns.units, alphabet, patterns.choose(isAnchored));
    this.#automaton = new Automaton(
      patterns.units,
      alphabet,
      patterns.choose((flags) => !isAnchored(flags)),
    );
    this.#matches = matches;
    this.#exceptions = exceptions;
    this.#keepAll = new Uint8Array(wordCount);
    this.#textOf = new Int32Array(wordCount);
    this.#lastEnd = new Int32Array(wordCount);
    this.#seen = new Int32Array(wordCount);
    for (let pattern = 0; pattern < patterns.units.count; pattern += 1) {
      const flags = patterns.flags[pattern] as number;
      if (flags & (EXCEPTION | WILDCARD)) this.#keepAll[patterns.word[pattern] as number] = 1;
    }
  }

  get bytes(): number {
    return this.#automaton.bytes + this.#anchored.bytes;
  }

  /** Returns the number of steps. */
  find(text: string, counts: (word: number) => boolean): number {
    this.#text = text;
    this.#counts = counts;
    this.#textNumber += 1;
    this.#lettersFrom = 0;
    this.#lettersTo = 0;
    const folded = this.#folded.read(text);
    this.#reach.steps = 0;
    const steps = this.#automaton.scan(folded.units, folded.length, this) + this.#scanWords();
    folded.release();
    this.#text = '';
    return steps + this.#reach.steps;
  }

  #scanWords(): number {
    const { units, length } = this.#folded;
    let steps = 0;
    let within = false;
    for (let at = 0; at < length; at += 1) {
      const kind = classOf[units[at] as number] as number;
      const isPart = kind === LETTER || kind === DIGIT;
      if (!within && (isPart || kind === SURROGATE)) steps += this.#anchored.scanFrom(units, length, at, this);
      within = isPart;
    }
    return steps;
  }

  take(pattern: number, end: number): void {
    const flags = this.#patterns.flags[pattern] as number;
    const start = end - this.#patterns.units.lengthOf(pattern);
    if ((flags & (CONTAINS | WILDCARD)) === 0) {
      // Cheap check first: most candidates are inside longer words.
      const { units, length } = this.#folded;
      if (flags & LETTER_FIRST && start > 0 && isLetter(units[start - 1] as number)) return;
      if (flags & LETTER_LAST && end < length && isLetter(units[end] as number)) return;
    }
    const word = this.#patterns.word[pattern] as number;
    if (!this.#counts(word)) return;
    const wildcard = flags & WILDCARD ? this.#patterns.wildcards.get(pattern) : undefined;
    if (wildcard) this.#takeAround(word, wildcard, start, end);
    else this.#takeMatch(word, flags, start, end);
  }

  #takeMatch(word: number, flags: number, start: number, end: number): void {
    const from = this.#folded.origin[start] as number;
    const to = this.#folded.endOf(end - 1);
    if (flags & CONTAINS) {
      if (flags & LETTER_LAST && classOf[this.#text.charCodeAt(to)] === MARK) return;
    } else {
      if (flags & LETTER_FIRST && !isBoundaryBefore(this.#text, from)) return;
      if (flags & LETTER_LAST && !isBoundaryBehind(this.#text, to)) return;
    }
    if (flags & EXCEPTION) this.#exceptions.add(word, from, to, 0);
    else if (this.#keepAll[word] || this.#isNext(word, from, to)) this.#matches.add(word, from, to, 0);
  }

  /** All matches of these words have the same length and arrive left to right, so the first ones are the leftmost. */
  #isNext(word: number, start: number, end: number): boolean {
    const isFirst = this.#textOf[word] !== this.#textNumber;
    if (!isFirst && start < (this.#lastEnd[word] as number)) return false;
    const seen = isFirst ? 0 : (this.#seen[word] as number);
    this.#textOf[word] = this.#textNumber;
    this.#lastEnd[word] = end;
    this.#seen[word] = seen + 1;
    return seen < mostMatchesPerWord;
  }

  /** The pieces on either side of the anchor are independent, so each is extended as far as possible. */
  #takeAround(word: number, { elements, anchorFrom, anchorTo }: WildcardPattern, start: number, end: number): void {
    const { units, length } = this.#folded;
    if (this.#isTooDeep(start, end, elements, anchorFrom, anchorTo)) return;
    const text = { units, length };
    const first = this.#reach.furthest(text, start, -1, elements, anchorFrom - 1, (place) => this.#canBegin(place));
    if (first < 0) return;
    const last = this.#reach.furthest(text, end, 1, elements, anchorTo, (place) => this.#canEnd(place));
    if (last >= 0) this.#matches.add(word, this.#folded.origin[first] as number, this.#folded.endOf(last - 1), 0);
  }

  /** In a very long run of letters the wildcard can't reach the edge of the word, so the comparison is skipped. */
  #isTooDeep(start: number, end: number, elements: readonly number[], anchorFrom: number, anchorTo: number): boolean {
    const { units, length } = this.#folded;
    if (start < this.#lettersFrom || end > this.#lettersTo) {
      this.#lettersFrom = start;
      this.#lettersTo = end;
      while (this.#lettersFrom > 0 && isLetter(units[this.#lettersFrom - 1] as number)) this.#lettersFrom -= 1;
      while (this.#lettersTo < length && isLetter(units[this.#lettersTo] as number)) this.#lettersTo += 1;
    }
    return (
      start - this.#lettersFrom > longestReach(elements, 0, anchorFrom) ||
      this.#lettersTo - end > longestReach(elements, anchorTo, elements.length)
    );
  }

  #canBegin(place: number): boolean {
    const kind = classAt(this.#folded.units, place);
    return (kind !== LETTER && kind !== DIGIT) || isBoundaryBefore(this.#text, this.#folded.origin[place] as number);
  }

  #canEnd(place: number): boolean {
    const kind = classAt(this.#folded.units, place - 1);
    return (kind !== LETTER && kind !== DIGIT) || isBoundaryBehind(this.#text, this.#folded.endOf(place - 1));
  }
}

function isLetter(unit: number): boolean {
  const kind = classOf[unit] as number;
  return kind === LETTER || kind === DIGIT;
}
