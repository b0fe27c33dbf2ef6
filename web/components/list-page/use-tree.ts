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
/** A tree of which some parts must be known by name. */
export type TreeWish = { of: TreeName; text?: string; ids?: readonly string[] };

const asQuery = ({ endpoint, request }: TreeCall) => ({
  ...queryOf(endpoint, request as never, { quiet: true }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
});

/** Several trees at once, each in its order. */
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

/** What is asked for to show a tree; `ids` are parts of it that must be named whatever else is shown. */
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

/** The tree out of all answers, as it is read from top to bottom. */
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

/** Each library as a heading above its folders; what lies in a library that is not listed comes last. */
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

/** `heading`: stands there for those below it, and can't be chosen. */
type TreeNode = { id: string; name: string; code: string; depth: number; heading?: boolean };

/** Departments below their colleges' order, each under the one it belongs to; colleges and positions as plain lists. */
export function treeNodes(units: OrganisationUnits, of: 'department' | 'college' | 'position'): TreeNode[] {
  if (of === 'college') return units.colleges.map(({ id, name, code }) => ({ id, name, code, depth: 0 }));
  if (of === 'position') return units.positions.map(({ id, name }) => ({ id, name, code: '', depth: 0 }));
  return inOrder(units.departments);
}

type Part = { id: string; name: string; parentId: string | null; code?: string };

/** Each below the one it belongs to; what belongs to nothing that is here stands at the top. */
export function inOrder(parts: readonly Part[], startDepth = 0): TreeNode[] {
  const ids = new Set(parts.map(({ id }) => id));
  const below = Map.groupBy(parts, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const walk = (parent: string | null, depth: number): TreeNode[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, code = '' }) => [{ id, name, code, depth }, ...walk(id, depth + 1)]);
  return walk(null, startDepth);
}

/** Those whose name or code holds the text, and what they stand below, so that their place is seen. */
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
