import type { Extent } from './editable-line.ts';

const places = 100_000;
const rounded = (value: number) => Math.round(value * places) / places;

/** The bounding box and time span of all parts. */
export function around(parts: readonly Extent[]): Extent {
  const boxes = parts.flatMap(({ box }) => (box ? [box] : []));
  const starts = parts.flatMap(({ startMs }) => (startMs === undefined ? [] : [startMs]));
  const ends = parts.flatMap(({ endMs }) => (endMs === undefined ? [] : [endMs]));
  const extent: Extent = {};
  if (boxes.length > 0) {
    const [left, top] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
    const right = Math.max(...boxes.map((box) => box[0] + box[2]));
    const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
    extent.box = [left, top, rounded(right - left), rounded(bottom - top)];
  }
  if (starts.length > 0 && ends.length > 0) {
    extent.startMs = Math.min(...starts);
    extent.endMs = Math.max(...ends);
  }
  return extent;
}

/** The gap between two neighbours; zero width or duration where they touch. */
export function between(left: Extent | undefined, right: Extent | undefined): Extent {
  const extent: Extent = {};
  const [startMs, endMs] = [left?.endMs ?? right?.startMs, right?.startMs ?? left?.endMs];
  if (startMs !== undefined && endMs !== undefined) {
    extent.startMs = startMs;
    extent.endMs = Math.max(startMs, endMs);
  }
  const box = left?.box ?? right?.box;
  if (box) {
    const from = left?.box ? left.box[0] + left.box[2] : box[0];
    const to = right?.box && right.box[0] > from ? right.box[0] : from;
    extent.box = [rounded(from), box[1], rounded(to - from), box[3]];
  }
  return extent;
}

/** The part between two fractions (0 to 1) of the extent. */
export function stretch({ box, startMs, endMs }: Extent, from: number, to: number): Extent {
  const extent: Extent = {};
  if (startMs !== undefined && endMs !== undefined) {
    extent.startMs = Math.round(startMs + (endMs - startMs) * from);
    extent.endMs = Math.round(startMs + (endMs - startMs) * to);
  }
  if (box) {
    const [left, top, width, height] = box;
    extent.box = [rounded(left + width * from), top, rounded(width * (to - from)), height];
  }
  return extent;
}
