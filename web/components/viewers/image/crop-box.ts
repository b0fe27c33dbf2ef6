import type { Size } from './image-view.ts';

export type Turn = 0 | 90 | 180 | 270;
/** In pixels of the turned picture. */
export type CropBox = { left: number; top: number; width: number; height: number };
/** Which edges a handle moves; none: the box as a whole. */
export type Grip = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

export const grips: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

export function turnedSize(size: Size, turn: Turn): Size {
  return turn % 180 === 0 ? size : { width: size.height, height: size.width };
}

export function nextTurn(turn: Turn, by: 90 | -90): Turn {
  return ((turn + by + 360) % 360) as Turn;
}

export function wholeBox(size: Size): CropBox {
  return { left: 0, top: 0, ...size };
}

export function isWhole(box: CropBox, size: Size): boolean {
  return box.left === 0 && box.top === 0 && box.width === size.width && box.height === size.height;
}

/** Moves the box, or the edges of one grip, as far as the picture reaches; at least one pixel stays. */
export function dragBox(box: CropBox, grip: Grip, by: { x: number; y: number }, size: Size): CropBox {
  const [left, width] = dragAlong(box.left, box.width, grip, 'x', by.x, size.width);
  const [top, height] = dragAlong(box.top, box.height, grip, 'y', by.y, size.height);
  return { left, top, width, height };
}

function dragAlong(start: number, length: number, grip: Grip, axis: 'x' | 'y', by: number, space: number) {
  const moved = Math.round(by);
  if (grip.x === 0 && grip.y === 0) return [clamp(start + moved, 0, space - length), length] as const;
  const end = start + length;
  if (grip[axis] < 0) {
    const next = clamp(start + moved, 0, end - 1);
    return [next, end - next] as const;
  }
  return grip[axis] > 0 ? ([start, clamp(end + moved, start + 1, space) - start] as const) : ([start, length] as const);
}

/** A box that was typed in numbers, brought within the picture. */
export function boxWithin(box: CropBox, size: Size): CropBox {
  const left = clamp(Math.round(box.left) || 0, 0, size.width - 1);
  const top = clamp(Math.round(box.top) || 0, 0, size.height - 1);
  return {
    left,
    top,
    width: clamp(Math.round(box.width) || 1, 1, size.width - left),
    height: clamp(Math.round(box.height) || 1, 1, size.height - top),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
