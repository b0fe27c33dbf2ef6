import type { LinePicture } from './cut-line.ts';

/** Columns from the first one that is paper to the first one that is not. */
export type Gap = { from: number; to: number };

/** Rows at the edges hold parts of the lines above and below. */
const edge = 5;
/** Less contrast than this share of the line's own is paper. */
const inkShare = 0.28;

/** Where a line has no ink from top to bottom, in columns. */
export function findGaps({ data, width, height }: LinePicture): Gap[] {
  const contrast = new Float32Array(width);
  for (let column = 0; column < width; column += 1) {
    let darkest = 255;
    let lightest = 0;
    for (let row = edge; row < height - edge; row += 1) {
      const at = (row * width + column) * 3;
      const grey = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 4;
      if (grey < darkest) darkest = grey;
      if (grey > lightest) lightest = grey;
    }
    contrast[column] = lightest - darkest;
  }
  const strongest = contrast.toSorted()[Math.floor(width * 0.9)] ?? 0;
  const gaps: Gap[] = [];
  for (let column = 0; column < width; column += 1) {
    if ((contrast[column] ?? 0) > strongest * inkShare) continue;
    const from = column;
    while (column < width && (contrast[column] ?? 0) <= strongest * inkShare) column += 1;
    gaps.push({ from, to: column });
  }
  return gaps;
}
