import type { Box } from '../../../components/viewers/viewer-link.ts';

/** Less is no more than a slip of the hand. */
const least = 0.01;
const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

type Point = { x: number; y: number };

/** From one corner to the opposite one, wherever they lie. */
export function boxBetween(from: Point, to: Point): Box {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)].map((x) => within(x, 0, 1)) as [
    number,
    number,
  ];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)].map((y) => within(y, 0, 1)) as [
    number,
    number,
  ];
  return [
    Math.min(left, 1 - least),
    Math.min(top, 1 - least),
    Math.max(least, right - left),
    Math.max(least, bottom - top),
  ];
}

export function moveBox([left, top, width, height]: Box, by: Point): Box {
  return [within(left + by.x, 0, 1 - width), within(top + by.y, 0, 1 - height), width, height];
}

export function resizeBox([left, top, width, height]: Box, by: Point): Box {
  return [left, top, within(width + by.x, least, 1 - left), within(height + by.y, least, 1 - top)];
}

/** A little more than a line, so that nothing of it is cut off. */
export function aroundBox([left, top, width, height]: Box): Box {
  const margin = 0.01;
  return boxBetween({ x: left - margin, y: top - margin }, { x: left + width + margin, y: top + height + margin });
}

/** As the machine is told. */
export function regionText(box: Box): string {
  const [left, top, width, height] = box.map((value) => within(value, 0, 1));
  return [left, top, width, height].map((value) => (value ?? 0).toFixed(4)).join(',');
}
