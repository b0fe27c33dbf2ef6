import type { Point } from './quad.ts';

/** How likely each place of a picture lies in the core of a line of text. */
export type Likelihood = { data: Float32Array; width: number; height: number };

/**
 * The connected spots above a threshold, from the top down. Of each only the first and the last pixel of every row: its
 * hull needs no more.
 */
export function* findSpots({ data, width, height }: Likelihood, threshold: number): Generator<Point[]> {
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
