import type { TreeName } from '@lectern/contract/list/filter.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/queries.ts';
import { furtherCalls, nodesOf, type TreeCall, treeCalls } from './tree-calls.ts';
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
  const first = useQueries({ queries: calls.flat().map(asQuery) });
  const firstOf = (at: number) => partOf(first, calls, at);
  const more = wishes.map(({ of }, at) => furtherCalls(of, answersOf(firstOf(at))));
  const further = useQueries({ queries: more.flat().map(asQuery) });
  return wishes.map(({ of }, at) => {
    const asked = [...firstOf(at), ...partOf(further, more, at)];
    const answers = answersOf(firstOf(at));
    return {
      nodes: nodesOf(of, answers, answersOf(partOf(further, more, at))),
      pending: asked.some(({ isPending }) => isPending),
      error: asked.find(({ error }) => error)?.error ?? null,
      refetch: () => {
        for (const query of asked) if (query.error) void query.refetch();
      },
    };
  });
}

function partOf<Query>(queries: readonly Query[], calls: readonly TreeCall[][], at: number): Query[] {
  const start = calls.slice(0, at).reduce((sum, some) => sum + some.length, 0);
  return queries.slice(start, start + (calls[at]?.length ?? 0));
}

function answersOf(queries: readonly { data: unknown }[]): unknown[] {
  return queries.map(({ data }) => data);
}
