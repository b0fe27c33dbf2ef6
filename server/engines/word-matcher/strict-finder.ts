import { AnchoredTrie } from './anchored-trie.ts';
import { Automaton, alphabetOf, type PatternSink } from './automaton.ts';
import { classAt, classOf, DIGIT, LETTER, MARK, SURROGATE, UNSPACED } from './character-class.ts';
import { type MatchList, mostMatchesPerWord } from './match-list.ts';
import {
  ANY_ONE,
  ANY_RUN,
  CONTAINS,
  EXCEPTION,
  LETTER_FIRST,
  LETTER_LAST,
  longestLetters,
  longestReach,
  longestUnspaced,
  type PatternList,
  WILDCARD,
  type WildcardPattern,
} from './pattern-list.ts';
import { StrictText } from './strict-fold.ts';
import { isBoundaryBefore, isBoundaryBehind } from './word-boundary.ts';

/** Finds words as they are written, in any case, width and script. */
export class StrictFinder implements PatternSink {
  readonly #patterns: PatternList;
  /** Words of letters that need a boundary, and everything else. */
  readonly #anchored: AnchoredTrie;
  readonly #automaton: Automaton;
  readonly #folded = new StrictText();
  /** Words whose matches must all be kept until their exceptions are known, or of which not all matches are equally long. */
  readonly #keepAll: Uint8Array;
  /** Of the other words: where the last match in the text of this number ended, and how many there were. */
  readonly #textOf: Int32Array;
  readonly #lastEnd: Int32Array;
  readonly #seen: Int32Array;
  #textNumber = 0;
  #text = '';
  /** The run of letters around the last anchor of a wildcard. */
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

  /** Says how many steps it took. */
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
      // Most of what is found stands within longer words.
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

  /** All matches of such a word are equally long, so the leftmost ones are those that come first. */
  #isNext(word: number, start: number, end: number): boolean {
    const isFirst = this.#textOf[word] !== this.#textNumber;
    if (!isFirst && start < (this.#lastEnd[word] as number)) return false;
    const seen = isFirst ? 0 : (this.#seen[word] as number);
    this.#textOf[word] = this.#textNumber;
    this.#lastEnd[word] = end;
    this.#seen[word] = seen + 1;
    return seen < mostMatchesPerWord;
  }

  /** The pieces on both sides of the anchor do not depend on each other: each goes as far as it can. */
  #takeAround(word: number, { elements, anchorFrom, anchorTo }: WildcardPattern, start: number, end: number): void {
    const { units, length } = this.#folded;
    if (this.#isTooDeep(start, end, elements, anchorFrom, anchorTo)) return;
    const text = { units, length };
    const first = this.#reach.furthest(text, start, -1, elements, anchorFrom - 1, (place) => this.#canBegin(place));
    if (first < 0) return;
    const last = this.#reach.furthest(text, end, 1, elements, anchorTo, (place) => this.#canEnd(place));
    if (last >= 0) this.#matches.add(word, this.#folded.origin[first] as number, this.#folded.endOf(last - 1), 0);
  }

  /** In the middle of endless letters no wildcard reaches the edge of the word: not worth a closer look. */
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

type Folded = { units: Uint16Array; length: number };

/**
 * Compares what stands beside an anchor with the elements there. All places that can be reached are kept side by side as
 * marks at their distance, and a star moves on from all of them at once: the work is bounded by the reach of the elements,
 * whatever the text is.
 */
class WildcardReach {
  /** Units looked at since the last reset. */
  steps = 0;
  #marks: Uint8Array = new Uint8Array(256);
  #next: Uint8Array = new Uint8Array(256);

  /** The furthest place from `from` that all elements from `first` on, in the direction of `step`, reach and that will do; or -1. */
  furthest(
    { units, length }: Folded,
    from: number,
    step: 1 | -1,
    elements: readonly number[],
    first: number,
    willDo: (place: number) => boolean,
  ): number {
    const outermost = step > 0 ? elements.length - 1 : 0;
    this.#begin(step > 0 ? longestReach(elements, first, elements.length) : longestReach(elements, 0, first + 1));
    const unitAt = (distance: number) => {
      const at = step > 0 ? from + distance : from - distance - 1;
      return at >= 0 && at < length ? (units[at] as number) : -1;
    };
    let furthest = 0;
    for (let at = first; step > 0 ? at <= outermost : at >= outermost; at += step) {
      const element = elements[at] as number;
      furthest =
        element === ANY_RUN ? this.#spread(unitAt, furthest, at === outermost) : this.#move(unitAt, furthest, element);
      if (furthest < 0) return -1;
    }
    for (let distance = furthest; distance >= 0; distance -= 1) {
      if (this.#marks[distance] !== 0 && willDo(from + step * distance)) return from + step * distance;
    }
    return -1;
  }

  #begin(reach: number): void {
    if (this.#marks.length < reach + 3) {
      this.#marks = new Uint8Array(reach + 3);
      this.#next = new Uint8Array(reach + 3);
    }
    this.#marks.fill(0, 0, reach + 3);
    this.#next.fill(0, 0, reach + 3);
    this.#marks[0] = 1;
  }

  /** From every place over one element; answers the furthest place then, -1 when there is none. */
  #move(unitAt: (distance: number) => number, furthest: number, element: number): number {
    const next = this.#next;
    let reached = -1;
    this.steps += furthest + 1;
    for (let at = 0; at <= furthest; at += 1) {
      if (this.#marks[at] === 0) continue;
      this.#marks[at] = 0;
      const unit = unitAt(at);
      if (unit < 0 || (element === ANY_ONE ? !isWordUnit(unit) : unit !== element)) continue;
      reached = at + (element === ANY_ONE ? characterWidth(unitAt, at) : 1);
      next[reached] = 1;
    }
    this.#next = this.#marks;
    this.#marks = next;
    return reached;
  }

  /** At the edge of a word a star goes on to the edge; where there are no spaces nothing says where that would be. */
  #spread(unitAt: (distance: number) => number, from: number, outermost: boolean): number {
    const marks = this.#marks;
    let furthest = from;
    let letters = 0;
    /** Of characters without spaces: how many are left, and at which place they go on. */
    let others = 0;
    let onFrom = 0;
    for (let at = 0; at <= furthest; at += 1) {
      this.steps += 1;
      const isStart = marks[at] === 1;
      if (isStart) {
        letters = longestLetters;
        others = outermost ? 0 : longestUnspaced;
        onFrom = at;
      }
      const unit = unitAt(at);
      let reached = -1;
      if (unit >= 0 && isLetterUnit(unit)) {
        if (letters > 0) reached = at + 1;
        letters -= 1;
        others = 0;
      } else {
        letters = 0;
        if (unit < 0 || !isUnspacedUnit(unit)) others = 0;
        else if (others > 0 && at === onFrom) {
          reached = at + characterWidth(unitAt, at);
          onFrom = reached;
          others -= 1;
        }
      }
      if (reached < 0) continue;
      // Two: reached by this star, so it does not start again from there.
      if (marks[reached] === 0) marks[reached] = 2;
      if (reached > furthest) furthest = reached;
    }
    for (let at = 0; at <= furthest; at += 1) if (marks[at] === 2) marks[at] = 1;
    return furthest;
  }
}

function characterWidth(unitAt: (distance: number) => number, at: number): number {
  const [first, second] = [unitAt(at), unitAt(at + 1)];
  return first >= 0 && second >= 0 && classOf[first] === SURROGATE && classOf[second] === SURROGATE ? 2 : 1;
}

function isUnspacedUnit(unit: number): boolean {
  return classOf[unit] === UNSPACED || classOf[unit] === SURROGATE;
}

function isLetterUnit(unit: number): boolean {
  return classOf[unit] === LETTER || classOf[unit] === DIGIT;
}

function isWordUnit(unit: number): boolean {
  return isLetterUnit(unit) || isUnspacedUnit(unit);
}
