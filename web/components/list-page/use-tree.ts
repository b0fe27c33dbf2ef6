import type { TreeName } from '@lectern/contract/list/filter.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/queries.ts';
import { nodesOf, type TreeCall, treeCalls } from './tree-calls.ts';
import type { TreeNode } from './tree-nodes.ts';

export type TreeAnswer = { nodes: TreeNode[]; pending: boolean; error: ApiError | null; refetch(): void };
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
