import type { Bounds } from './quad.ts';

export type Placed<T> = { item: T; bounds: Bounds };

/** Groups whose extents along one axis do not meet, with more than `gap` between them. */
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

/** Pieces whose middles lie within each other are one row; each row from left to right. */
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
