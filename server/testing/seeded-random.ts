export type SeededRandom = ReturnType<typeof seededRandom>;

/** A deterministic random generator (mulberry32), so failures can be reproduced. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  return {
    one,
    chance: (share: number) => next() < share,
    /** An integer from 0 to `most`, inclusive. */
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    /** `count` random items, possibly with repeats; empty if there are no items. */
    some: <Item>(items: readonly Item[], count: number): Item[] =>
      items.length === 0 ? [] : Array.from({ length: count }, () => one(items)),
  };
}
