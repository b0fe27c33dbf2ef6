import { expect, it } from 'vitest';
import { widenBoxes } from './detect-lines.ts';
import { boundsOf, quadHeight, quadWidth } from './quad.ts';
import { smallestRectangle, textBoxes } from './text-boxes.ts';

const width = 120;
const height = 80;

function drawn(isText: (x: number, y: number) => boolean, likelihood = 0.9) {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    isText(at % width, Math.floor(at / width)) ? likelihood : 0.01,
  );
  return textBoxes({ data, width, height });
}

it('finds each line that does not touch another, larger than its core', () => {
  const boxes = drawn((x, y) => x >= 10 && x <= 100 && ((y >= 10 && y <= 15) || (y >= 40 && y <= 45)));
  expect(boxes).toHaveLength(2);
  const [first] = boxes.map(boundsOf);
  expect(first?.left).toBeLessThan(10);
  expect(first?.top).toBeLessThan(10);
  expect(first?.bottom).toBeGreaterThan(15);
});

it('lays a tilted box around a tilted line', () => {
  const [box] = drawn((x, y) => x > 10 && x < 110 && Math.abs(y - 20 - x * 0.3) < 4);
  if (!box) throw new Error('No box was found.');
  const [topLeft, topRight] = box;
  expect((topRight.y - topLeft.y) / (topRight.x - topLeft.x)).toBeCloseTo(0.3, 1);
  expect(quadWidth(box)).toBeGreaterThan(quadHeight(box) * 4);
});

it('leaves out specks and unlikely boxes', () => {
  expect(drawn((x, y) => x === 50 && y === 50)).toEqual([]);
  expect(drawn((x, y) => x > 10 && x < 60 && y > 10 && y < 20, 0.4)).toEqual([]);
});

it('finds nothing on an empty page and one box on a full one', () => {
  expect(drawn(() => false)).toEqual([]);
  expect(drawn(() => true)).toHaveLength(1);
});

it('holds points that are all the same, or all on one line', () => {
  const point = { x: 3, y: 4 };
  expect(smallestRectangle([point, point])).toMatchObject({ width: 0, height: 0 });
  expect(smallestRectangle([point, { x: 3, y: 9 }, { x: 3, y: 30 }])).toMatchObject({ width: 0, height: 26 });
});

it('extends boxes where there is room, and separates overlapping ones', () => {
  const box = (left: number, right: number) =>
    [
      { x: left, y: 0 },
      { x: right, y: 0 },
      { x: right, y: 20 },
      { x: left, y: 20 },
    ] as const;
  const [first, second] = widenBoxes([box(10, 60), box(56, 120)]).map(boundsOf);
  expect(first).toMatchObject({ left: 6, right: 58 });
  expect(second).toMatchObject({ left: 58, right: 124 });
});
