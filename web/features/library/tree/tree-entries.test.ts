import type { Folder, Library } from '@lectern/contract/features/library.ts';
import { describe, expect, it } from 'vitest';
import { folderKey, keysAbove, libraryKey, treeEntries, withDescendants } from './tree-entries.ts';

const library = (id: string) => ({ id, name: `Library ${id}`, resources: { value: 3, exact: true } }) as Library;
const folder = (id: string, parentId: string | null) =>
  ({ id, parentId, libraryId: 'a', name: `Folder ${id}`, resources: 1, version: 1 }) satisfies Folder;
const folders = [folder('1', null), folder('2', '1'), folder('3', '2'), folder('4', null)];
const known = { libraries: [library('a'), library('b')], folders: new Map([['a', folders]]), allName: 'All' };

describe('the tree of libraries', () => {
  it('begins with all of them, and folds what nobody opened', () => {
    const entries = treeEntries({ ...known, open: new Set() });
    expect(entries.map(({ name, expanded }) => [name, expanded])).toEqual([
      ['All', undefined],
      ['Library a', false],
      ['Library b', false],
    ]);
  });

  it('shows open folders in their order and depth', () => {
    const entries = treeEntries({ ...known, open: new Set([libraryKey('a'), folderKey('1')]) });
    expect(entries.map(({ name, depth, expanded }) => [name, depth, expanded]).slice(1, -1)).toEqual([
      ['Library a', 0, true],
      ['Folder 1', 1, true],
      ['Folder 2', 2, false],
      ['Folder 4', 1, undefined],
    ]);
  });

  it('knows what to open so that a folder is seen, and what can’t take a folder in', () => {
    expect(keysAbove(folders, '3')).toEqual([folderKey('2'), folderKey('1')]);
    expect([...withDescendants(folders, '1')].sort()).toEqual(['1', '2', '3']);
  });
});
