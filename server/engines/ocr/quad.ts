export type Point = { x: number; y: number };
/** Corners of a possibly tilted box, in the order top left, top right, bottom right, bottom left of its text. */
export type Quad = readonly [Point, Point, Point, Point];
export type Bounds = { left: number; top: number; right: number; bottom: number };

export function quadWidth([topLeft, topRight]: Quad): number {
  return Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
}

export function quadHeight([topLeft, , , bottomLeft]: Quad): number {
  return Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);
}

export function boundsOf(points: readonly Point[]): Bounds {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The same box for rotated text: one quarter makes its right side the top. */
export function turnQuad(quad: Quad, quarters: 1 | 2 | 3): Quad {
  const [a, b, c, d] = quad;
  if (quarters === 1) return [b, c, d, a];
  return quarters === 2 ? [c, d, a, b] : [d, a, b, c];
}

/** A point inside a box: `u` runs along the text and `v` down, both from 0 to 1. */
function within([topLeft, topRight, , bottomLeft]: Quad, u: number, v: number): Point {
  return {
    x: topLeft.x + (topRight.x - topLeft.x) * u + (bottomLeft.x - topLeft.x) * v,
    y: topLeft.y + (topRight.y - topLeft.y) * u + (bottomLeft.y - topLeft.y) * v,
  };
}

/** The part of a box between two fractions of its length. */
export function slice(quad: Quad, from: number, to: number): Quad {
  return [within(quad, from, 0), within(quad, to, 0), within(quad, to, 1), within(quad, from, 1)];
}

/** Extends a box at its ends and sides by fractions of its height; negative values shrink it. */
export function grown(quad: Quad, ends: number, sides: number): Quad {
  const along = Math.min(0.5, Math.max(-0.4, (ends * quadHeight(quad)) / Math.max(1, quadWidth(quad))));
  return [
    within(quad, -along, -sides),
    within(quad, 1 + along, -sides),
    within(quad, 1 + along, 1 + sides),
    within(quad, -along, 1 + sides),
  ];
}

export type Placed<T> = { item: T; bounds: Bounds };

/** Groups separated by more than `gap` along one axis. */
export function parts<T>(
  placed: readonly Placed<T>[],
  start: 'left' | 'top',
  end: 'right' | 'bottom',
  gap: number,
): Placed<T>[][] {
  const sorted = placed.toSorted((one, other) => one.bounds[start] - other.bounds[start]);
  const groups: Placed<T>[][] = [];
  let reach = -Infinity;
  for (const one of sorted) {
    const last = groups.at(-1);
    if (last && one.bounds[start] - reach <= gap) last.push(one);
    else groups.push([one]);
    reach = Math.max(reach, one.bounds[end]);
  }
  return groups;
}

/** Groups pieces whose vertical centres are close into rows, each sorted from left to right. */
export function rowsOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const rows: { centre: number; height: number; row: Placed<T>[] }[] = [];
  for (const one of placed.toSorted((a, b) => a.bounds.top + a.bounds.bottom - b.bounds.top - b.bounds.bottom)) {
    const last = rows.at(-1);
    const centre = (one.bounds.top + one.bounds.bottom) / 2;
    const height = one.bounds.bottom - one.bounds.top;
    if (last && centre - last.centre < Math.min(height, last.height) * 0.5) last.row.push(one);
    else rows.push({ centre, height, row: [one] });
  }
  return rows.map(({ row }) => row.sort((one, other) => one.bounds.left - other.bounds.left));
}

export function extent<T>(placed: readonly Placed<T>[], start: 'left' | 'top', end: 'right' | 'bottom'): number {
  return Math.max(...placed.map(({ bounds }) => bounds[end])) - Math.min(...placed.map(({ bounds }) => bounds[start]));
}

export function medianHeight<T>(placed: readonly Placed<T>[]): number {
  return median(placed.map(({ bounds }) => bounds.bottom - bounds.top));
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
