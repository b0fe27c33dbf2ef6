import { describe, expect, it } from 'vitest';
import { fitColumns } from './grid-column.ts';

const columns = [
  { id: 'name', width: 200, main: true, grow: 2 },
  { id: 'state', width: 100, keep: 2 },
  { id: 'owner', width: 100 },
  { id: 'size', width: 100, grow: 0 },
];

describe('columns in a width', () => {
  it('share the room to spare', () => {
    expect(fitColumns(columns, 900)).toEqual({
      shown: ['name', 'state', 'owner', 'size'],
      dropped: [],
      widths: { name: 400, state: 200, owner: 200, size: 100 },
    });
  });

  it('give way where there is none: the least kept first, among equals the last', () => {
    expect(fitColumns(columns, 450)).toMatchObject({ shown: ['name', 'state', 'owner'], dropped: ['size'] });
    expect(fitColumns(columns, 350)).toMatchObject({ shown: ['name', 'state'], dropped: ['owner', 'size'] });
  });

  it('never lose the main one, and never grow wider than the room', () => {
    expect(fitColumns(columns, 50)).toMatchObject({ shown: ['name'], widths: { name: 200 } });
    for (let room = 200; room < 1200; room += 37) {
      const { widths } = fitColumns(columns, room);
      expect(Object.values(widths).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room + 0.001);
    }
  });
});
