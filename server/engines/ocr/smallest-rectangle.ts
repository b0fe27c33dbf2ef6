import type { Point, Quad } from './quad.ts';

/** A rectangle that may be tilted: its centre, the direction of its upper side, and how far it reaches. */
export type Rectangle = { centre: Point; across: Point; width: number; height: number };

/** The smallest one that holds all points: one of its sides lies on a side of their hull. */
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

/** Of the four directions of a rectangle's sides, the one within 45° of a level line from left to right. */
function mostlyRight({ x, y }: Point): Point {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? { x, y } : { x: -x, y: -y };
  return y >= 0 ? { x: y, y: -x } : { x: -y, y: x };
}

export function cornersOf({ centre, across, width, height }: Rectangle): Quad {
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
