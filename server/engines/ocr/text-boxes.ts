import type { Point, Quad } from './quad.ts';

/** Thresholds recommended by the detector's authors. */
const likelyPixel = 0.3;
const likelyBox = 0.5;
/** The detector marks only the core of a line, so boxes grow by this factor times area over perimeter. */
const growth = 1.6;
const leastSide = 3;
/** A page of small print has a few hundred lines; more is a pattern, not text. */
const mostBoxes = 3_000;

/** The detected text lines, each as its smallest enclosing tilted box. */
export function textBoxes(map: Likelihood): Quad[] {
  const boxes: Quad[] = [];
  for (const spot of findSpots(map, likelyPixel)) {
    if (boxes.length >= mostBoxes) break;
    const core = smallestRectangle(spot);
    if (Math.min(core.width, core.height) < leastSide || meanWithin(map, core) < likelyBox) continue;
    const margin = (core.width * core.height * growth) / (2 * (core.width + core.height));
    boxes.push(cornersOf({ ...core, width: core.width + 2 * margin, height: core.height + 2 * margin }));
  }
  return boxes;
}

function meanWithin({ data, width, height }: Likelihood, box: Rectangle): number {
  const corners = cornersOf(box);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width - 1, Math.ceil(Math.max(...xs)))];
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(height - 1, Math.ceil(Math.max(...ys)))];
  let sum = 0;
  let count = 0;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [dx, dy] = [x - box.centre.x, y - box.centre.y];
      if (Math.abs(dx * box.across.x + dy * box.across.y) > box.width / 2 + 0.5) continue;
      if (Math.abs(-dx * box.across.y + dy * box.across.x) > box.height / 2 + 0.5) continue;
      sum += data[y * width + x] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** For each pixel, the likelihood of being in the core of a text line. */
export type Likelihood = { data: Float32Array; width: number; height: number };

/**
 * Connected areas above a threshold, from top to bottom. Only the first and last pixel of each row are returned,
 * because the hull needs no more.
 */
function* findSpots({ data, width, height }: Likelihood, threshold: number): Generator<Point[]> {
  const open = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) open[at] = (data[at] ?? 0) > threshold ? 1 : 0;
  const stack: number[] = [];
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] !== 1) continue;
    const rows = new Map<number, { left: number; right: number }>();
    open[start] = 0;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      widen(rows, x, y);
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
          const next = nextY * width + nextX;
          if (open[next] !== 1) continue;
          open[next] = 0;
          stack.push(next);
        }
      }
    }
    yield [...rows].flatMap(([y, { left, right }]) => [
      { x: left, y },
      { x: right, y },
    ]);
  }
}

function widen(rows: Map<number, { left: number; right: number }>, x: number, y: number): void {
  const row = rows.get(y);
  if (!row) rows.set(y, { left: x, right: x });
  else if (x < row.left) row.left = x;
  else if (x > row.right) row.right = x;
}

/** A possibly tilted rectangle; `across` is the direction of its upper side. */
type Rectangle = { centre: Point; across: Point; width: number; height: number };

/** Smallest enclosing rectangle; one of its sides lies on a side of the convex hull. */
export function smallestRectangle(points: readonly Point[]): Rectangle {
  const hull = convexHull(points);
  let best: Rectangle | undefined;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) continue;
    const found = rectangleAlong(hull, { x: (to.x - from.x) / length, y: (to.y - from.y) / length });
    if (!best || found.width * found.height < best.width * best.height) best = found;
  }
  return best ?? rectangleAlong(hull, { x: 1, y: 0 });
}

function rectangleAlong(hull: readonly Point[], direction: Point): Rectangle {
  const across = mostlyRight(direction);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of hull) {
    const along = x * across.x + y * across.y;
    const down = -x * across.y + y * across.x;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const middle = { along: (left + right) / 2, down: (top + bottom) / 2 };
  const centre = {
    x: middle.along * across.x - middle.down * across.y,
    y: middle.along * across.y + middle.down * across.x,
  };
  return { centre, across, width: right - left, height: bottom - top };
}

/** Of a rectangle's four side directions, the one within 45° of rightwards. */
function mostlyRight({ x, y }: Point): Point {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? { x, y } : { x: -x, y: -y };
  return y >= 0 ? { x: y, y: -x } : { x: -y, y: x };
}

function cornersOf({ centre, across, width, height }: Rectangle): Quad {
  const corner = (along: number, down: number): Point => ({
    x: centre.x + along * across.x - down * across.y,
    y: centre.y + along * across.y + down * across.x,
  });
  const [w, h] = [width / 2, height / 2];
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of ordered) {
      while (kept.length >= 2 && turn(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function turn(from: Point | undefined, over: Point | undefined, to: Point): number {
  if (!from || !over) return 1;
  return (over.x - from.x) * (to.y - from.y) - (over.y - from.y) * (to.x - from.x);
}
