import type { Folder, Library } from '@lectern/contract/features/library.ts';
import { describe, expect, it } from 'vitest';
import { lineOf, subtreeIds, treeRows } from '../../components/tree/tree-model.ts';
import { libraryNodes } from './library-tree.tsx';

const library = (id: string) => ({ id, name: `Library ${id}`, resources: { value: 3, exact: true } }) as Library;
const folder = (id: string, parentId: string | null) =>
  ({ id, parentId, libraryId: 'a', name: `Folder ${id}`, resources: 1, version: 1 }) satisfies Folder;
const folders = [folder('1', null), folder('2', '1'), folder('3', '2'), folder('4', null)];
const libraries = [library('a'), library('b')];
const nodes = libraryNodes({ libraries, folders: new Map([['a', folders]]), allName: 'All' });

describe('the tree of libraries', () => {
  it('starts with all libraries, collapsed', () => {
    const rows = treeRows(nodes, () => false);
    expect(rows.map(({ node, open }) => [node.name, open])).toEqual([
      ['All', undefined],
      ['Library a', false],
      ['Library b', false],
    ]);
  });

  it('shows open folders in their order and depth', () => {
    const rows = treeRows(nodes, (id) => id === 'a' || id === '1');
    expect(rows.map(({ node, depth, open }) => [node.name, depth, open]).slice(1, -1)).toEqual([
      ['Library a', 0, true],
      ['Folder 1', 1, true],
      ['Folder 2', 2, false],
      ['Folder 4', 1, undefined],
    ]);
  });

  it('knows what to open so that a folder is seen, and what can’t take a folder in', () => {
    expect(lineOf(nodes, '3').map(({ id }) => id)).toEqual(['a', '1', '2', '3']);
    expect([...subtreeIds(nodes, '1')].sort()).toEqual(['1', '2', '3']);
  });
});
