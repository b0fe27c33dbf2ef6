import { type ColumnNode, listColumns } from '@lectern/contract/features/column.ts';
import { type Folder, type Library, listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import { listUnits, type OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { listTags, type Tag } from '@lectern/contract/features/tag.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';
import type { Callable, CallOutput, PlainRequest } from '../../lib/callable.ts';
import { inOrder, type TreeNode, treeNodes } from './tree-nodes.ts';

export type TreeCall = { endpoint: Callable; request: PlainRequest };

/** What is asked for to show a tree; `ids` are parts of it that must be named whatever else is shown. */
export function treeCalls(of: TreeName, text: string, ids: readonly string[]): TreeCall[] {
  const named = ids.length > 0 ? { ids: ids.slice(0, 50).join(',') } : undefined;
  switch (of) {
    case 'department':
    case 'college':
      return [{ endpoint: listUnits, request: {} }];
    case 'subject':
      return [{ endpoint: listSubjects, request: {} }];
    case 'column':
      return [{ endpoint: listColumns, request: {} }];
    case 'library':
      return [{ endpoint: listLibraries, request: named ? { query: named } : {} }];
    case 'folder':
      return [{ endpoint: listLibraries, request: {} }];
    case 'tag':
      return [
        { endpoint: listTags, request: { query: { text: text.slice(0, 60) } } },
        ...(named ? [{ endpoint: listTags, request: { query: named } }] : []),
      ];
  }
}

/** What is asked for once the answers to the first calls are there: the folders of every library. */
export function furtherCalls(of: TreeName, answers: readonly unknown[]): TreeCall[] {
  if (of !== 'folder') return [];
  const libraries = (answers[0] as Library[] | undefined) ?? [];
  return libraries.map(({ id }) => ({ endpoint: listFolders, request: { params: { id } } }));
}

/** The tree out of all answers, as it is read from top to bottom. */
export function nodesOf(of: TreeName, answers: readonly unknown[], further: readonly unknown[]): TreeNode[] {
  const first = answers[0];
  if (first === undefined) return [];
  switch (of) {
    case 'department':
    case 'college':
      return treeNodes(first as OrganisationUnits, of);
    case 'subject':
      return inOrder(first as CallOutput<typeof listSubjects>);
    case 'column':
      return inOrder(first as ColumnNode[]);
    case 'library':
      return (first as Library[]).map(({ id, name }) => ({ id, name, code: '', depth: 0 }));
    case 'folder':
      return (first as Library[]).flatMap((library, at) => {
        const folders = inOrder((further[at] as Folder[] | undefined) ?? [], 1);
        const heading = { id: library.id, name: library.name, code: '', depth: 0, heading: true };
        return folders.length > 0 ? [heading, ...folders] : [];
      });
    case 'tag': {
      const tags = answers.flatMap((answer) => (answer as Tag[] | undefined) ?? []);
      const known = new Map(tags.map((tag) => [tag.id, tag]));
      return [...known.values()].map(({ id, name, resources }) => ({ id, name, code: String(resources), depth: 0 }));
    }
  }
}
