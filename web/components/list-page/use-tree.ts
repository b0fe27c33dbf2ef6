import { type ColumnNode, listColumns } from '@lectern/contract/features/column.ts';
import { type FolderName, type Library, listFolderNames, listLibraries } from '@lectern/contract/features/library.ts';
import { listUnits, type OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { listTags, type Tag } from '@lectern/contract/features/tag.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import type { Callable, CallOutput, PlainRequest } from '../../lib/callable.ts';
import { queryOf } from '../../lib/queries.ts';

type TreeAnswer = { nodes: TreeNode[]; pending: boolean; error: ApiError | null; refetch(): void };
/** A tree to load; `ids` are nodes whose names are needed in any case. */
export type TreeWish = { of: TreeName; text?: string; ids?: readonly string[] };

const asQuery = ({ endpoint, request }: TreeCall) => ({
  ...queryOf(endpoint, request as never, { quiet: true }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
});

/** Loads several trees, each in display order. */
export function useTrees(wishes: readonly TreeWish[]): TreeAnswer[] {
  const calls = wishes.map(({ of, text = '', ids = [] }) => treeCalls(of, text, ids));
  const queries = useQueries({ queries: calls.flat().map(asQuery) });
  return wishes.map(({ of }, at) => {
    const start = calls.slice(0, at).flat().length;
    const asked = queries.slice(start, start + (calls[at]?.length ?? 0));
    return {
      nodes: nodesOf(
        of,
        asked.map(({ data }) => data),
      ),
      pending: asked.some(({ isPending }) => isPending),
      error: asked.find(({ error }) => error)?.error ?? null,
      refetch: () => {
        for (const query of asked) if (query.error) void query.refetch();
      },
    };
  });
}

type TreeCall = { endpoint: Callable; request: PlainRequest };

/** The calls that load a tree; `ids` are nodes that must be included whatever else is shown. */
function treeCalls(of: TreeName, text: string, ids: readonly string[]): TreeCall[] {
  const named = ids.length > 0 ? { ids: ids.slice(0, 50).join(',') } : undefined;
  switch (of) {
    case 'department':
    case 'college':
    case 'position':
      return [{ endpoint: listUnits, request: {} }];
    case 'subject':
      return [{ endpoint: listSubjects, request: {} }];
    case 'column':
      return [{ endpoint: listColumns, request: {} }];
    case 'library':
      return [{ endpoint: listLibraries, request: named ? { query: named } : {} }];
    case 'folder':
      return [
        { endpoint: listLibraries, request: {} },
        { endpoint: listFolderNames, request: named ? { query: named } : {} },
      ];
    case 'tag':
      return [
        { endpoint: listTags, request: { query: { text: text.slice(0, 60) } } },
        ...(named ? [{ endpoint: listTags, request: { query: named } }] : []),
      ];
  }
}

/** Combines the responses into nodes in display order. */
function nodesOf(of: TreeName, answers: readonly unknown[]): TreeNode[] {
  const first = answers[0];
  if (first === undefined) return [];
  switch (of) {
    case 'department':
    case 'college':
    case 'position':
      return treeNodes(first as OrganisationUnits, of);
    case 'subject':
      return inOrder(first as CallOutput<typeof listSubjects>);
    case 'column':
      return inOrder(first as ColumnNode[]);
    case 'library':
      return (first as Library[]).map(({ id, name }) => ({ id, name, code: '', depth: 0 }));
    case 'folder':
      return folderNodes(first as Library[], (answers[1] as FolderName[] | undefined) ?? []);
    case 'tag': {
      const tags = answers.flatMap((answer) => (answer as Tag[] | undefined) ?? []);
      const known = new Map(tags.map((tag) => [tag.id, tag]));
      return [...known.values()].map(({ id, name, resources }) => ({
        id,
        name,
        code: resources.exact ? `${resources.value}` : `${resources.value}+`,
        depth: 0,
      }));
    }
  }
}

/** Each library as a heading above its folders; folders of unlisted libraries come last. */
function folderNodes(libraries: readonly Library[], folders: readonly FolderName[]): TreeNode[] {
  const listed = new Set(libraries.map(({ id }) => id));
  const others = folders.filter(({ libraryId }) => !listed.has(libraryId));
  return [
    ...libraries.flatMap(({ id, name }) => {
      const own = inOrder(
        folders.filter(({ libraryId }) => libraryId === id),
        1,
      );
      return own.length > 0 ? [{ id, name, code: '', depth: 0, heading: true }, ...own] : [];
    }),
    ...inOrder(others.map((folder) => ({ ...folder, parentId: null }))),
  ];
}

/** `heading`: only groups the nodes below it and can't be chosen. */
type TreeNode = { id: string; name: string; code: string; depth: number; heading?: boolean };

/** Departments as a tree; colleges and positions as flat lists. */
export function treeNodes(units: OrganisationUnits, of: 'department' | 'college' | 'position'): TreeNode[] {
  if (of === 'college') return units.colleges.map(({ id, name, code }) => ({ id, name, code, depth: 0 }));
  if (of === 'position') return units.positions.map(({ id, name }) => ({ id, name, code: '', depth: 0 }));
  return inOrder(units.departments);
}

type Part = { id: string; name: string; parentId: string | null; code?: string };

/** Depth-first order: each node below its parent; nodes whose parent is missing are at the top level. */
export function inOrder(parts: readonly Part[], startDepth = 0): TreeNode[] {
  const ids = new Set(parts.map(({ id }) => id));
  const below = Map.groupBy(parts, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const walk = (parent: string | null, depth: number): TreeNode[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, code = '' }) => [{ id, name, code, depth }, ...walk(id, depth + 1)]);
  return walk(null, startDepth);
}

/** Nodes whose name or code contains the text, with their ancestors so their place is visible. */
export function searchNodes(nodes: readonly TreeNode[], text: string): TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...nodes];
  const kept = new Set<TreeNode>();
  const trail: TreeNode[] = [];
  for (const node of nodes) {
    trail.length = node.depth;
    trail.push(node);
    if (`${node.name} ${node.code}`.toLowerCase().includes(wanted)) for (const above of trail) kept.add(above);
  }
  return nodes.filter((node) => kept.has(node));
}
