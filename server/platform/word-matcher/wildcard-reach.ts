import { classOf, DIGIT, LETTER, SURROGATE, UNSPACED } from './character-class.ts';
import { ANY_ONE, ANY_RUN, longestLetters, longestReach, longestUnspaced } from './wildcard-pattern.ts';

type Folded = { units: Uint16Array; length: number };

/**
 * Compares what stands beside an anchor with the elements there. All places that can be reached are kept side by side as
 * marks at their distance, and a star moves on from all of them at once: the work is bounded by the reach of the elements,
 * whatever the text is.
 */
export class WildcardReach {
  /** Looks at units since somebody set it to nought. */
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
      // Two: reached by this star, so that it does not begin anew from there.
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
