import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { describe, expect, it } from 'vitest';
import { placeAt, placeOf, stepPlace, treeRows, withLines, withPlace } from '../../components/tree/tree-model.ts';
import { columnText, hiddenFromAbove } from './column-tree-panel.tsx';
import { sampleColumn } from './testing/open-columns.tsx';

/** a ( b ( c ), d ), e */
const columns: ColumnNode[] = [
  sampleColumn('a'),
  sampleColumn('e'),
  sampleColumn('b', { parentId: 'a' }),
  sampleColumn('d', { parentId: 'a' }),
  sampleColumn('c', { parentId: 'b' }),
];
const shape = (all: readonly ColumnNode[]) =>
  treeRows(all, () => true)
    .map(({ node, depth }) => `${node.id}${depth}`)
    .join(' ');
const moved = (id: string, place: Parameters<typeof withPlace>[2] | null) =>
  place ? shape(withPlace(columns, id, place)) : 'nowhere';

describe('the tree of columns', () => {
  it('is read with every parent before its children, and closed ones without them', () => {
    expect(shape(columns)).toBe('a0 b1 c2 d1 e0');
    expect(treeRows(columns, (id) => id === 'a').map(({ node }) => node.id)).toEqual(['a', 'b', 'd', 'e']);
  });

  it('says which columns are hidden by one above them', () => {
    const hidden = columns.map((column) => (column.id === 'a' ? { ...column, visible: false } : column));
    expect([...hiddenFromAbove(hidden)]).toEqual(['b', 'c', 'd']);
  });

  it('shows matches with their parents', () => {
    const search = (text: string) => withLines(columns, (column) => columnText(column).toLowerCase().includes(text));
    expect(search('c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(search('nothing')).toEqual([]);
  });

  it('lets a column step up, down, in and out, and nowhere at its ends', () => {
    expect(moved('d', stepPlace(columns, 'd', 'up'))).toBe('a0 d1 b1 c2 e0');
    expect(moved('a', stepPlace(columns, 'a', 'down'))).toBe('e0 a0 b1 c2 d1');
    expect(moved('d', stepPlace(columns, 'd', 'in'))).toBe('a0 b1 c2 d2 e0');
    expect(moved('b', stepPlace(columns, 'b', 'out'))).toBe('a0 d1 b0 c1 e0');
    for (const [id, step] of [
      ['a', 'up'],
      ['a', 'in'],
      ['a', 'out'],
      ['e', 'down'],
    ] as const) {
      expect(stepPlace(columns, id, step), `${id} ${step}`).toBeNull();
    }
  });

  it('takes a column before, behind or into another one, and never into itself', () => {
    const at = (zone: 'before' | 'inside' | 'after', id: string, open = false) =>
      placeAt(columns, 'd', { id, zone, open });
    expect(moved('d', at('before', 'a'))).toBe('d0 a0 b1 c2 e0');
    expect(moved('d', at('inside', 'e'))).toBe('a0 b1 c2 e0 d1');
    expect(moved('d', at('after', 'e'))).toBe('a0 b1 c2 e0 d0');
    expect(moved('d', at('after', 'b', true))).toBe('a0 b1 d2 c2 e0');
    expect(placeAt(columns, 'a', { id: 'c', zone: 'inside', open: false })).toBeNull();
    expect(placeAt(columns, 'a', { id: 'a', zone: 'after', open: true })).toBeNull();
  });

  it('goes back to where a column was by the place it had', () => {
    const before = placeOf(columns, 'b');
    const away = withPlace(columns, 'b', { parentId: null, beforeId: 'e' });
    expect(shape(away)).toBe('a0 d1 b0 c1 e0');
    expect(shape(withPlace(away, 'b', before))).toBe(shape(columns));
  });
});
