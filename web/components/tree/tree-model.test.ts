import { describe, expect, it } from 'vitest';
import {
  placeAt,
  placeOf,
  stepPlace,
  type TreeNode,
  type TreePlace,
  treeRows,
  withLines,
  withPlace,
} from './tree-model.ts';

/** a ( b ( c ), d ), e */
const nodes: TreeNode[] = [
  { id: 'a', parentId: null },
  { id: 'e', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'd', parentId: 'a' },
  { id: 'c', parentId: 'b' },
];
const shape = (all: readonly TreeNode[]) =>
  treeRows(all, () => true)
    .map(({ node, depth }) => `${node.id}${depth}`)
    .join(' ');
const moved = (id: string, place: TreePlace | null) => (place ? shape(withPlace(nodes, id, place)) : 'nowhere');

describe('a tree', () => {
  it('reports position and number of siblings', () => {
    const rows = treeRows(nodes, () => true);
    expect(rows.map(({ node, position, siblings }) => `${node.id} ${position}/${siblings}`)).toEqual([
      'a 1/2',
      'b 1/2',
      'c 1/1',
      'd 2/2',
      'e 2/2',
    ]);
  });

  it('keeps the parents of matches', () => {
    expect(withLines(nodes, ({ id }) => id === 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('stops at its ends, and never moves a node into itself', () => {
    expect(moved('a', stepPlace(nodes, 'a', 'up'))).toBe('nowhere');
    expect(moved('a', stepPlace(nodes, 'a', 'in'))).toBe('nowhere');
    expect(moved('e', stepPlace(nodes, 'e', 'in'))).toBe('a0 b1 c2 d1 e1');
    expect(placeAt(nodes, 'a', { id: 'c', zone: 'inside', open: false })).toBeNull();
  });

  it('is the same again after one has gone back to its place', () => {
    const away = withPlace(nodes, 'b', { parentId: null, beforeId: null });
    expect(shape(away)).toBe('a0 d1 e0 b0 c1');
    expect(shape(withPlace(away, 'b', placeOf(nodes, 'b')))).toBe(shape(nodes));
  });

  it('keeps nodes whose parent is hidden', () => {
    expect(treeRows(nodes, () => false).map(({ node }) => node.id)).toEqual(['a', 'e']);
  });
});
