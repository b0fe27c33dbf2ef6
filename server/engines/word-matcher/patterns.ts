import { classAt, classOf, DIGIT, grown, LETTER, SURROGATE, UNSPACED } from './characters.ts';

/** Many short code-unit sequences in one typed array; 200,000 strings would take ten times the memory. */
export class PatternPool {
  units: Uint16Array = new Uint16Array(1 << 12);
  /** Pattern `k` is `units[starts[k] .. starts[k + 1])`. */
  starts: Int32Array = new Int32Array(1 << 10);
  count = 0;

  /** Adds a pattern and returns its number. */
  add(source: ArrayLike<number>, from = 0, to = source.length): number {
    const start = this.starts[this.count] as number;
    const end = start + to - from;
    if (end > this.units.length) this.units = grown(this.units, Math.max(end, this.units.length * 2));
    if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, this.starts.length * 2);
    for (let at = from; at < to; at += 1) this.units[start + at - from] = source[at] as number;
    this.starts[this.count + 1] = end;
    this.count += 1;
    return this.count - 1;
  }

  lengthOf(pattern: number): number {
    return (this.starts[pattern + 1] as number) - (this.starts[pattern] as number);
  }

  /** Frees memory allocated in advance. */
  trim(): void {
    this.units = this.units.slice(0, this.starts[this.count]);
    this.starts = this.starts.slice(0, this.count + 1);
  }
}

export const ANY_ONE = -1;
export const ANY_RUN = -2;

/** How many letters a star can cover; in scripts without spaces the limit is `longestUnspaced` characters. */
export const longestLetters = 30;
const longestUnspaced = 8;

export type WildcardPattern = {
  /** Code units, `ANY_ONE` and `ANY_RUN`; never two `ANY_RUN` in a row. */
  elements: readonly number[];
  /** The longest piece without wildcards: the automaton finds it, and the rest is compared around it. */
  anchorFrom: number;
  anchorTo: number;
};

/** Parses folded text in which `*` and `?` are wildcards. */
export function parseWildcards(units: Uint16Array): WildcardPattern {
  const elements: number[] = [];
  for (const unit of units) {
    const element = unit === 0x2a ? ANY_RUN : unit === 0x3f ? ANY_ONE : unit;
    if (element !== ANY_RUN || elements.at(-1) !== ANY_RUN) elements.push(element);
  }
  let [anchorFrom, anchorTo] = [0, 0];
  for (let from = 0; from < elements.length; ) {
    let to = from;
    while (to < elements.length && (elements[to] as number) >= 0) to += 1;
    if (to - from > anchorTo - anchorFrom) [anchorFrom, anchorTo] = [from, to];
    from = to + 1;
  }
  return { elements, anchorFrom, anchorTo };
}

/** The maximum number of units these elements can match. */
export function longestReach(elements: readonly number[], from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at += 1) units += elements[at] === ANY_RUN ? longestLetters : 2;
  return units;
}

type Folded = { units: Uint16Array; length: number };

/**
 * Matches the elements on one side of an anchor. All reachable positions are tracked as marks by distance, and a star
 * advances from all of them at once, so the work is bounded by the reach of the elements, not by the text.
 */
export class WildcardReach {
  /** Units examined since the last reset. */
  steps = 0;
  #marks: Uint8Array = new Uint8Array(256);
  #next: Uint8Array = new Uint8Array(256);

  /**
   * The furthest position from `from` at which all elements from `first` on, in the direction of `step`, are consumed
   * and `willDo` holds; or -1.
   */
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

  /** Advances every mark over one element; returns the furthest position, or -1 if none remains. */
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

  /**
   * An outermost star extends to the edge of the word. Scripts without spaces have no visible edge, so there it
   * matches nothing.
   */
  #spread(unitAt: (distance: number) => number, from: number, outermost: boolean): number {
    const marks = this.#marks;
    let furthest = from;
    let letters = 0;
    /** For scripts without spaces: how many characters are left and where the next one begins. */
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
      // 2 marks positions reached by this star, so that the star doesn't start again from them.
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

/** The word also matches inside longer words. */
export const CONTAINS = 1;
/** The pattern is only the anchor of a wildcard word. */
export const WILDCARD = 2;
/** The pattern is an exception phrase in which the word doesn't count. */
export const EXCEPTION = 4;
/** The pattern begins or ends with a letter or digit of a script with spaces. */
export const LETTER_FIRST = 8;
export const LETTER_LAST = 16;
/** The pattern contains characters of a script without spaces. */
export const HAS_UNSPACED = 32;

/** The patterns of one pass, each with its word and its flags. */
export class PatternList {
  readonly units: PatternPool = new PatternPool();
  word: Int32Array = new Int32Array(1 << 10);
  flags: Uint8Array = new Uint8Array(1 << 10);
  readonly wildcards: Map<number, WildcardPattern> = new Map();

  add(word: number, flags: number, units: Uint16Array, from: number, to: number): number {
    const pattern = this.units.add(units, from, to);
    if (pattern >= this.word.length) {
      this.word = grown(this.word, pattern * 2);
      this.flags = grown(this.flags, pattern * 2);
    }
    this.word[pattern] = word;
    this.flags[pattern] = flags | shapeOf(units, from, to);
    return pattern;
  }

  addWildcard(word: number, flags: number, wildcard: WildcardPattern): void {
    const anchor = wildcard.elements.slice(wildcard.anchorFrom, wildcard.anchorTo);
    this.wildcards.set(this.add(word, flags, Uint16Array.from(anchor), 0, anchor.length), wildcard);
  }

  /** The numbers of the patterns whose flags pass the test. */
  choose(isWanted: (flags: number) => boolean): Int32Array {
    const chosen = new Int32Array(this.units.count);
    let count = 0;
    for (let pattern = 0; pattern < this.units.count; pattern += 1) {
      if (isWanted(this.flags[pattern] as number)) {
        chosen[count] = pattern;
        count += 1;
      }
    }
    return chosen.subarray(0, count);
  }

  trim(): void {
    this.units.trim();
    this.word = this.word.slice(0, this.units.count);
    this.flags = this.flags.slice(0, this.units.count);
  }
}

function shapeOf(units: Uint16Array, from: number, to: number): number {
  let unspaced = 0;
  for (let at = from; at < to; at += 1) {
    const kind = classOf[units[at] as number];
    if (kind === UNSPACED || kind === SURROGATE) unspaced = HAS_UNSPACED;
  }
  const first = isLetter(units, from) ? LETTER_FIRST : 0;
  return unspaced | first | (isLetter(units, to - 1) ? LETTER_LAST : 0);
}

function isLetter(units: Uint16Array, at: number): boolean {
  const kind = classAt(units, at);
  return kind === LETTER || kind === DIGIT;
}
