import { AnchoredTrie, Automaton, alphabetOf, type PatternSink } from './automaton.ts';
import {
  ACCENT,
  AMONG_LOOKALIKES,
  BETWEEN,
  baseOf,
  CELL,
  CLAUSE,
  FIRST,
  GAP,
  isBoundaryBefore,
  isBoundaryBehind,
  isLeet,
  keyOf,
  LEET,
  LOOKALIKE,
  LooseRun,
  MARKED,
  numeralOf,
  ODD,
  SPELLED,
  UNSEEN,
  WRAP,
} from './loose-characters.ts';
import { INNOCENT, judgeShortWord, type MatchList } from './match-list.ts';
import {
  ANY_ONE,
  ANY_RUN,
  CONTAINS,
  EXCEPTION,
  HAS_UNSPACED,
  LETTER_FIRST,
  LETTER_LAST,
  longestLetters,
  type PatternList,
  type PatternPool,
  WILDCARD,
} from './patterns.ts';
import { SpacedReader } from './read-spaced.ts';
import { isEnclosed, UnspacedReader } from './read-unspaced.ts';
import { isRarelyDoubled } from './spaced-tokens.ts';

/** Set when a letter was repeated; shares the bit space of the unit flags. */
export const REPEATED = 1 << 14;
const ofUnit = ODD | MARKED | LOOKALIKE;
const before = UNSEEN | GAP | WRAP;
const fewestDoubled = 3;

/** A word to compare with: its plain letters in a shared pool, and whether both the word and the text are English. */
type PlainWord = { units: Uint16Array; from: number; to: number; english: boolean };

/** Flags of what had to be undone for units of a run to read as the word, or -1 if they don't. */
export function alignWord(run: LooseRun, start: number, end: number, word: PlainWord): number {
  const plainly = alignRuns(run, start, end, word, word.from, 0, 1);
  if (plainly >= 0) return plainly;
  // Every letter repeated equally often, as in b-b-a-a-d-d.
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
    // A gap before the word's first unit isn't part of the word.
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

/** Three or more in a row are deliberate; two count only for letters that English words rarely double. */
function isStretched(there: number, wanted: number, letter: number, english: boolean): boolean {
  return there > wanted && (there >= 3 || (english && wanted === 1 && isRarelyDoubled(letter)));
}

/** Flags of what had to be undone for the unit to be the letter, or -1. */
function accepts(run: LooseRun, at: number, letter: number, english: boolean): number {
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

/** What a finder needs to know about the words and the text. */
type WordQuestions = {
  isEnglishText: boolean;
  counts: (word: number) => boolean;
  /** Whether both the word and the text are English. */
  isEnglish: (word: number) => boolean;
};

/**
 * Finds disguised words: the automaton scans the keys of suspicious stretches, then each candidate is compared in
 * detail.
 */
export class LooseFinder implements PatternSink {
  readonly #patterns: PatternList;
  /** The letters of each pattern one by one, because the keys merge repeated letters. */
  readonly #plain: PatternPool;
  /** `#anchored` holds words that only match whole words; `#automaton` holds everything else. */
  readonly #anchored: AnchoredTrie;
  readonly #automaton: Automaton;
  readonly #spaced = new SpacedReader();
  readonly #unspaced = new UnspacedReader();
  readonly #run = new LooseRun();
  readonly #matches: MatchList;
  readonly #exceptions: MatchList;
  #text = '';
  #questions: WordQuestions = { counts: () => true, isEnglishText: false, isEnglish: () => false };
  #steps = 0;
  /** For wildcard patterns: where the word that each was last compared with begins. */
  readonly #wordSeen = new Map<number, number>();

  constructor(patterns: PatternList, plain: PatternPool, matches: MatchList, exceptions: MatchList) {
    this.#patterns = patterns;
    this.#plain = plain;
    const alphabet = alphabetOf(patterns.units);
    const isAnchored = (flags: number) => (flags & (CONTAINS | WILDCARD | HAS_UNSPACED)) === 0;
    this.#anchored = new AnchoredTrie(patterns.units, alphabet, patterns.choose(isAnchored));
    this.#automaton = new Automaton(
      patterns.units,
      alphabet,
      patterns.choose((flags) => !isAnchored(flags)),
    );
    this.#matches = matches;
    this.#exceptions = exceptions;
  }

  get bytes(): number {
    return this.#automaton.bytes + this.#anchored.bytes + this.#plain.units.byteLength + this.#plain.starts.byteLength;
  }

  find(text: string, questions: WordQuestions): number {
    this.#text = text;
    this.#questions = questions;
    this.#steps = 0;
    const take = (run: LooseRun) => {
      this.#wordSeen.clear();
      // `take` adds to `#steps` during the scan, so the scan's own steps must be added afterwards.
      const scanned = this.#automaton.scan(run.keys, run.keyCount, this);
      this.#steps += scanned;
      for (let key = 0; key < run.keyCount && !run.unspaced; key += 1) {
        if (!this.#beginsWord(run.firstUnit[key] as number)) continue;
        const walked = this.#anchored.scanFrom(run.keys, run.keyCount, key, this);
        this.#steps += walked;
      }
    };
    this.#spaced.read(text, questions.isEnglishText, this.#run, take);
    this.#unspaced.read(text, this.#run, take);
    this.#text = '';
    return this.#steps;
  }

  take(pattern: number, keyEnd: number): void {
    const run = this.#run;
    const flags = this.#patterns.flags[pattern] as number;
    if (run.unspaced !== ((flags & HAS_UNSPACED) !== 0)) return;
    const keyStart = keyEnd - this.#patterns.units.lengthOf(pattern);
    const start = run.firstUnit[keyStart] as number;
    const end = run.firstUnit[keyEnd] as number;
    const isWhole = !run.unspaced && this.#beginsWord(start) && this.#endsWord(end);
    if (!run.unspaced && !isWhole && (flags & (CONTAINS | WILDCARD)) === 0) return;
    const word = this.#patterns.word[pattern] as number;
    if (!this.#questions.counts(word)) return;
    this.#steps += end - start;
    if (flags & WILDCARD) this.#takeWildcard(word, pattern, start);
    else if (isWhole) this.#compare(word, flags, pattern, start, end, true);
    else this.#compareWithin(word, flags, pattern, keyStart, keyEnd);
  }

  /**
   * A match without word boundaries may begin or end inside a run of repeated letters; at its edges it takes as many
   * as the word has.
   */
  #compareWithin(word: number, flags: number, pattern: number, keyStart: number, keyEnd: number): void {
    const run = this.#run;
    const from = this.#plain.starts[pattern] as number;
    const to = this.#plain.starts[pattern + 1] as number;
    const { units } = this.#plain;
    if (keyEnd - keyStart === 1) {
      if (run.unspaced) this.#compareEqual(word, flags, pattern, keyStart, to - from);
      return;
    }
    let first = 1;
    while (keyOf[units[from + first] as number] === keyOf[units[from] as number]) first += 1;
    let last = 1;
    while (keyOf[units[to - 1 - last] as number] === keyOf[units[to - 1] as number]) last += 1;
    const start = (run.firstUnit[keyStart + 1] as number) - first;
    const end = (run.firstUnit[keyEnd - 1] as number) + last;
    if (start < (run.firstUnit[keyStart] as number) || end > (run.firstUnit[keyEnd] as number)) return;
    this.#compare(word, flags, pattern, start, end, false);
  }

  /** A word made of one repeated character may start anywhere in a run of it, provided something there is disguised. */
  #compareEqual(word: number, flags: number, pattern: number, key: number, length: number): void {
    const run = this.#run;
    const last = (run.firstUnit[key + 1] as number) - length;
    let disguised = run.firstUnit[key] as number;
    for (let start = disguised; start <= last; start += 1) {
      this.#steps += 1;
      // A disguise before the first unit isn't part of the word.
      if (disguised <= start) disguised = start + 1;
      while (disguised < start + length && run.flags[disguised] === 0) disguised += 1;
      if (disguised === start + length && run.flags[start] === 0) continue;
      this.#steps += length;
      this.#compare(word, flags, pattern, start, start + length, false);
    }
  }

  #compare(word: number, flags: number, pattern: number, start: number, end: number, isWhole: boolean): void {
    const run = this.#run;
    const undone = alignWord(run, start, end, {
      units: this.#plain.units,
      from: this.#plain.starts[pattern] as number,
      to: this.#plain.starts[pattern + 1] as number,
      english: this.#questions.isEnglish(word),
    });
    if (undone <= 0) return;
    const doubt = run.unspaced ? 0 : this.#judge(pattern, start, end, undone);
    if (doubt === INNOCENT) return;
    if (run.unspaced ? !this.#gapsAgree(start, end) : !isWhole && !this.#countsWithin(start, end)) return;
    const [from, to] = [run.start[start] as number, run.end[end - 1] as number];
    if (run.unspaced && (flags & CONTAINS) === 0) {
      if (flags & LETTER_FIRST && !isBoundaryBefore(this.#text, from)) return;
      if (flags & LETTER_LAST && !isBoundaryBehind(this.#text, to)) return;
    }
    if (flags & EXCEPTION) this.#exceptions.add(word, from, to, undone);
    else this.#matches.add(word, from, to, undone | doubt);
  }

  #judge(pattern: number, start: number, end: number, undone: number): number {
    const letters = this.#plain.lengthOf(pattern);
    const [from, to] = [this.#run.start[start] as number, this.#run.end[end - 1] as number];
    return judgeShortWord(this.#text, from, to, letters, undone);
  }

  #takeWildcard(word: number, pattern: number, anchor: number): void {
    const run = this.#run;
    const wildcard = this.#patterns.wildcards.get(pattern);
    if (run.unspaced || !wildcard) return;
    let start = anchor;
    while (!this.#beginsWord(start)) start -= 1;
    this.#steps += anchor - start;
    // A word may contain the anchor many times; compare it only once.
    if (this.#wordSeen.get(pattern) === start) return;
    this.#wordSeen.set(pattern, start);
    let end = anchor + 1;
    while (!this.#endsWord(end)) end += 1;
    const undone = matchesToken(run, start, end, wildcard.elements, this.#questions.isEnglish(word));
    this.#steps += (end - start) * wildcard.elements.length;
    if (undone > 0) this.#matches.add(word, run.start[start] as number, run.end[end - 1] as number, undone);
  }

  #beginsWord(unit: number): boolean {
    return ((this.#run.flags[unit] as number) & FIRST) !== 0;
  }

  #endsWord(unit: number): boolean {
    return unit === this.#run.length || ((this.#run.flags[unit] as number) & BETWEEN) !== 0;
  }

  /**
   * Clause-ending signs count as separators only if they fill every gap and there are at least two gaps; brackets,
   * quotes and tabs only if they enclose every character.
   */
  #gapsAgree(start: number, end: number): boolean {
    const { flags, start: starts, end: ends } = this.#run;
    const gaps = end - start - 1;
    let [clauses, cells] = [0, 0];
    for (let at = start + 1; at < end; at += 1) {
      if ((flags[at] as number) & CLAUSE) clauses += 1;
      if ((flags[at] as number) & CELL) cells += 1;
    }
    if (cells > 0) {
      const [first, firstEnd, last] = [starts[start] as number, ends[start] as number, ends[end - 1] as number];
      return cells === gaps && isEnclosed(this.#text, first, firstEnd, last);
    }
    return clauses === 0 || (clauses === gaps && clauses > 1);
  }

  /**
   * Rejects matches inside a longer word if any letter is spelled out, or if leet digits occur at the match's edges or
   * elsewhere in that word.
   */
  #countsWithin(start: number, end: number): boolean {
    const { flags } = this.#run;
    for (let at = start; at < end; at += 1) if ((flags[at] as number) & (SPELLED | GAP)) return false;
    if ((flags[start] as number) & LEET || (flags[end - 1] as number) & LEET) return false;
    for (let at = start - 1; at >= 0 && !((flags[at + 1] as number) & FIRST); at -= 1) {
      if ((flags[at] as number) & LEET) return false;
    }
    for (let at = end; !this.#endsWord(at); at += 1) if ((flags[at] as number) & LEET) return false;
    return true;
  }
}

const unreached = -1;

/** Flags of what had to be undone for a whole word of a run to match a wildcard pattern, or -1. */
function matchesToken(
  run: LooseRun,
  start: number,
  end: number,
  elements: readonly number[],
  english: boolean,
): number {
  // For each position in the word: the flags undone on the way there, or `unreached` if the elements so far can't
  // reach it.
  let reached = new Int32Array(end - start + 1).fill(unreached);
  reached[0] = 0;
  for (const element of elements) {
    const next = new Int32Array(reached.length).fill(unreached);
    for (let at = 0; at < reached.length; at += 1) {
      const undone = reached[at] as number;
      if (undone === unreached) continue;
      if (element === ANY_RUN) {
        for (let to = at; to <= at + longestLetters && to < next.length; to += 1)
          next[to] = Math.max(next[to] as number, undone);
      } else if (at + 1 < reached.length) {
        const done = element === ANY_ONE ? 0 : accepts(run, start + at, element, english);
        if (done >= 0) next[at + 1] = Math.max(next[at + 1] as number, undone | done);
      }
    }
    reached = next;
  }
  return reached[reached.length - 1] as number;
}
