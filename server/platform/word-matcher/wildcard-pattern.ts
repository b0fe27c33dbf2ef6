import { classOf, DIGIT, LETTER, SURROGATE, UNSPACED } from './character-class.ts';

export const ANY_ONE = -1;
export const ANY_RUN = -2;

/** A star reaches over so many letters of a word, or so many characters of a script without spaces. */
export const longestLetters = 30;
export const longestUnspaced = 8;

export type WildcardPattern = {
  /** Units, `ANY_ONE` and `ANY_RUN`; never two runs beside each other. */
  elements: readonly number[];
  /** The longest piece without wildcards: it is looked for, the rest is compared around it. */
  anchorFrom: number;
  anchorTo: number;
};

/** Reads a folded text in which `*` and `?` are wildcards. */
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

/** So many units elements can take at most. */
export function longestReach(elements: readonly number[], from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at += 1) units += elements[at] === ANY_RUN ? longestLetters : 2;
  return units;
}

/**
 * All places that the elements reach from one place, forwards or backwards. Of what a star may take every length is tried,
 * so the work is bounded by its reach, whatever the text is.
 */
export function reach(
  units: Uint16Array,
  length: number,
  from: number,
  step: 1 | -1,
  elements: readonly number[],
): Set<number> {
  let places = new Set([from]);
  for (let at = 0; at < elements.length && places.size > 0; at += 1) {
    const element = elements[at] as number;
    const next = new Set<number>();
    for (const place of places) {
      if (element === ANY_RUN) reachRun(units, length, place, step, at === elements.length - 1, next);
      else {
        const width = element === ANY_ONE ? characterWidth(units, length, place, step) : 1;
        const unit = unitAt(units, length, place, step);
        if (unit >= 0 && (element === ANY_ONE ? isWordUnit(unit) : unit === element)) next.add(place + step * width);
      }
    }
    places = next;
  }
  return places;
}

/** At the edge of a word a star goes on to the edge; where there are no spaces nothing says where that would be. */
function reachRun(
  units: Uint16Array,
  length: number,
  from: number,
  step: 1 | -1,
  outermost: boolean,
  places: Set<number>,
): void {
  places.add(from);
  let place = from;
  for (let count = 0; count < longestLetters; count += 1) {
    const unit = unitAt(units, length, place, step);
    if (unit < 0 || !isLetterUnit(unit)) break;
    place += step;
    places.add(place);
  }
  if (outermost || place !== from) return;
  for (let count = 0; count < longestUnspaced; count += 1) {
    const unit = unitAt(units, length, place, step);
    if (unit < 0 || !(classOf[unit] === UNSPACED || classOf[unit] === SURROGATE)) break;
    place += step * characterWidth(units, length, place, step);
    places.add(place);
  }
}

function unitAt(units: Uint16Array, length: number, place: number, step: 1 | -1): number {
  const at = step > 0 ? place : place - 1;
  return at >= 0 && at < length ? (units[at] as number) : -1;
}

function characterWidth(units: Uint16Array, length: number, place: number, step: 1 | -1): number {
  const first = unitAt(units, length, place, step);
  const second = unitAt(units, length, place + step, step);
  return first >= 0 && second >= 0 && classOf[first] === SURROGATE && classOf[second] === SURROGATE ? 2 : 1;
}

function isLetterUnit(unit: number): boolean {
  return classOf[unit] === LETTER || classOf[unit] === DIGIT;
}

function isWordUnit(unit: number): boolean {
  return isLetterUnit(unit) || classOf[unit] === UNSPACED || classOf[unit] === SURROGATE;
}
