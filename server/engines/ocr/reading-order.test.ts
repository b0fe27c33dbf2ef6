import { describe, expect, it } from 'vitest';
import type { Bounds } from './quad.ts';
import { inReadingOrder } from './reading-order.ts';

type Line = { name: string; bounds: Bounds };
const line = (name: string, left: number, top: number, width: number, height = 20): Line => ({
  name,
  bounds: { left, top, right: left + width, bottom: top + height },
});
const order = (lines: readonly Line[]) =>
  // Shuffled deterministically, because the input order must not matter.
  inReadingOrder(
    lines.toSorted((one, other) => one.name.localeCompare(other.name) * (one.name.length % 2 ? 1 : -1)),
    ({ bounds }) => bounds,
  ).map(({ name }) => name);

describe('the reading order', () => {
  it('goes down one column, then down the next', () => {
    const left = [0, 1, 2, 3].map((row) => line(`a${row}`, 0, row * 30, 200));
    const right = [0, 1, 2, 3].map((row) => line(`b${row}`, 206, row * 30, 200));
    expect(order([...right, ...left])).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2', 'b3']);
  });

  it('reads a heading over columns first and a footer under them last', () => {
    const lines = [
      line('heading', 50, 0, 300, 40),
      ...[0, 1, 2].map((row) => line(`a${row}`, 0, 60 + row * 30, 190)),
      ...[0, 1, 2].map((row) => line(`b${row}`, 210, 60 + row * 30, 190)),
      line('footer', 100, 170, 200),
    ];
    expect(order(lines)).toEqual(['heading', 'a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'footer']);
  });

  it('reads a bill by rows, whatever the gap between label and amount', () => {
    const rows = ['tea', 'bread', 'cheese', 'total'].flatMap((name, row) => [
      line(name, 0, row * 30, 150),
      line(`${name} amount`, 350, row * 30 + 1, 40),
    ]);
    const names = ['tea', 'tea amount', 'bread', 'bread amount', 'cheese', 'cheese amount', 'total', 'total amount'];
    expect(order(rows)).toEqual(names);
  });

  it('reads a list of words beside their meanings by rows', () => {
    const widths = [110, 190, 130, 240, 105];
    const rows = widths.flatMap((width, row) => [
      line(`w${row}`, 0, row * 30, width),
      line(`m${row}`, 300, row * 30, 400 - width),
    ]);
    expect(order(rows)).toEqual(['w0', 'm0', 'w1', 'm1', 'w2', 'm2', 'w3', 'm3', 'w4', 'm4']);
  });

  it('keeps pieces of one line together from left to right though they are not quite level', () => {
    expect(order([line('right', 150, 3, 80), line('below', 0, 30, 200), line('left', 0, 0, 140)])).toEqual([
      'left',
      'right',
      'below',
    ]);
  });

  it('has nothing to order where there is nothing', () => {
    expect(order([])).toEqual([]);
  });
});
