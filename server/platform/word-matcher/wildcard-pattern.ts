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
