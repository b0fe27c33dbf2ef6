/** Pictures with more differing bits than this are others. */
export const mostDifferentBits = 10;

const bandBits = 16;
const bandCount = 4;

/**
 * All that a band of a hash within `mostDifferentBits` of this one can be: of four bands, one differs in no more than
 * two bits. Each value with the place of its band, as the table keeps them.
 */
export function nearBands(hash: string): number[] {
  const near = new Set<number>();
  for (let band = 0; band < bandCount; band += 1) {
    const end = hash.length - (band * bandBits) / 4;
    const value = Number.parseInt(hash.slice(end - bandBits / 4, end), 16);
    const place = band * 2 ** bandBits;
    for (let first = 0; first < bandBits; first += 1) {
      near.add(place + value).add(place + (value ^ (1 << first)));
      for (let second = 0; second < first; second += 1) near.add(place + (value ^ (1 << first) ^ (1 << second)));
    }
  }
  return [...near];
}
