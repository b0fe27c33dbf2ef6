export type Point = { x: number; y: number };
/** The corners of a box that may be tilted: top left, top right, bottom right, bottom left of its text. */
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

/** The same box with its text turned: by one, what was the right side is the top. */
export function turnQuad(quad: Quad, quarters: 1 | 2 | 3): Quad {
  const [a, b, c, d] = quad;
  if (quarters === 1) return [b, c, d, a];
  return quarters === 2 ? [c, d, a, b] : [d, a, b, c];
}

/** A point inside a box, by how far along its text (`u`) and how far down (`v`) it lies. */
export function within([topLeft, topRight, , bottomLeft]: Quad, u: number, v: number): Point {
  return {
    x: topLeft.x + (topRight.x - topLeft.x) * u + (bottomLeft.x - topLeft.x) * v,
    y: topLeft.y + (topRight.y - topLeft.y) * u + (bottomLeft.y - topLeft.y) * v,
  };
}

/** The part of a box between two places along its text. */
export function slice(quad: Quad, from: number, to: number): Quad {
  return [within(quad, from, 0), within(quad, to, 0), within(quad, to, 1), within(quad, from, 1)];
}

/** Longer at both ends and higher at both sides, by shares of its height; negative ones take away. */
export function grown(quad: Quad, ends: number, sides: number): Quad {
  const along = Math.min(0.5, Math.max(-0.4, (ends * quadHeight(quad)) / Math.max(1, quadWidth(quad))));
  return [
    within(quad, -along, -sides),
    within(quad, 1 + along, -sides),
    within(quad, 1 + along, 1 + sides),
    within(quad, -along, 1 + sides),
  ];
}
