import { boundsOf, type Quad, quadHeight, quadWidth, slice } from './quad.ts';

/** Of a line's height: the detector leaves off the last point or thin letter of a line now and then. */
const mostGained = 0.2;
/** Of a line's height: what boxes of one row that overlap lose. */
const mostLost = 0.25;

/** Lengthens boxes at both ends as far as there is room beside the next one; where two overlap, both end in the middle. */
export function widenBoxes(quads: readonly Quad[]): Quad[] {
  const all = quads.map((quad) => ({ quad, bounds: boundsOf(quad) }));
  return all.map(({ quad, bounds }) => {
    const [width, height] = [quadWidth(quad), quadHeight(quad)];
    if (height > width || width < 1) return quad;
    let before = Infinity;
    let after = Infinity;
    for (const { bounds: other } of all) {
      if (other === bounds) continue;
      const shared = Math.min(bounds.bottom, other.bottom) - Math.max(bounds.top, other.top);
      if (shared < height * 0.5) continue;
      if (other.left + other.right < bounds.left + bounds.right) before = Math.min(before, bounds.left - other.right);
      else after = Math.min(after, other.left - bounds.right);
    }
    return slice(quad, -change(before, height) / width, 1 + change(after, height) / width);
  });
}

function change(room: number, height: number): number {
  return Math.min(height * mostGained, Math.max(-height * mostLost, room / 2));
}
