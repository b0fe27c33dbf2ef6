import type { Quad } from './quad.ts';
import { cornersOf, type Rectangle, smallestRectangle } from './smallest-rectangle.ts';
import { findSpots, type Likelihood } from './spots.ts';

/** The detector's authors chose these. */
const likelyPixel = 0.3;
const likelyBox = 0.5;
/** The detector marks the core of a line; the line itself is larger by this much of its area over its outline. */
const growth = 1.6;
const leastSide = 3;
/** A page of small print has some hundreds; more is a pattern, not text. */
const mostBoxes = 3_000;

/** The lines of text that a detector saw, each in the smallest tilted box that holds it. */
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
