/** Addresses of what stands before and after this in the list, and of the list itself. */
export type Walk = WalkPlace & {
  previous: string | null;
  next: string | null;
  list: string;
};

type WalkPlace = {
  /** Counted from 1; null where the list does not show it, or it is further than anybody counts. */
  position: number | null;
  count: number | null;
};

/** Which of how many it is, from how many stand before and after it. */
export function placeOf(around: { before: number | null; after: number | null } | undefined): WalkPlace {
  const { before = null, after = null } = around ?? {};
  return {
    position: before === null ? null : before + 1,
    count: before === null || after === null ? null : before + 1 + after,
  };
}
