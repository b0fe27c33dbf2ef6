/** Links to the neighbours of an item in its list, and to the list. */
export type Walk = WalkPlace & {
  previous: string | null;
  next: string | null;
  list: string;
};

type WalkPlace = {
  /** From 1; null when the item isn't in the list or lies too far down to be counted. */
  position: number | null;
  count: number | null;
};

/** Position and total, from the number of items before and after this one. */
export function placeOf(around: { before: number | null; after: number | null } | undefined): WalkPlace {
  const { before = null, after = null } = around ?? {};
  return {
    position: before === null ? null : before + 1,
    count: before === null || after === null ? null : before + 1 + after,
  };
}
