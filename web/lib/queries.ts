import { callKey } from '@lectern/contract/page-data.ts';
import { QueryClient, queryOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CallOptions, call } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { type Callable, type CallOutput, type CallRequest, type PlainRequest, wireQuery } from './callable.ts';
import { randomId } from './random-id.ts';

/** Key of a call in the query cache; the page-data loader uses the same. */
export function queryKeyOf(endpoint: Callable, request: PlainRequest = {}): readonly [string] {
  return [callKey(endpoint, { params: request.params ?? {}, query: wireQuery(request.query) })];
}

/** Query options of a read call, for `useQuery`, prefetching and invalidation. */
export function queryOf<C extends Callable>(
  endpoint: C,
  request: CallRequest<C> = {},
  options: Pick<CallOptions, 'quiet' | 'cache'> = {},
) {
  return queryOptions<CallOutput<C>, ApiError, CallOutput<C>, readonly [string]>({
    queryKey: queryKeyOf(endpoint, request as PlainRequest),
    queryFn: ({ signal }) => call(endpoint, request, { ...options, signal }),
  });
}

/** Matches every cached response of these endpoints, whatever the request. */
export function isAnswerOf(endpoints: readonly Callable[]): (query: { queryKey: readonly unknown[] }) => boolean {
  const openings = endpoints.map((endpoint) => `${JSON.stringify([endpoint.id]).slice(0, -1)},`);
  return ({ queryKey: [key] }) => typeof key === 'string' && openings.some((opening) => key.startsWith(opening));
}

type MutationSettings = {
  /** Read calls to invalidate after this change. */
  invalidates?: readonly Callable[];
  /** The form shows the error itself. */
  quiet?: boolean;
  /** Sends an Idempotency-Key that stays the same when a failed request is retried. */
  idempotent?: boolean;
};

export function useMutationOf<C extends Callable>(
  endpoint: C,
  settings: MutationSettings = {},
): UseMutationResult<CallOutput<C>, ApiError, CallRequest<C>> {
  const client = useQueryClient();
  const attempt = useRef<{ request: string; key: string } | null>(null);
  return useMutation<CallOutput<C>, ApiError, CallRequest<C>>({
    mutationFn: async (request) => {
      const options: CallOptions = { quiet: settings.quiet === true };
      if (settings.idempotent) options.idempotencyKey = keyOfAttempt(attempt, JSON.stringify(request));
      const output = await call(endpoint, request, options);
      attempt.current = null;
      return output;
    },
    onSuccess: async () => {
      const { invalidates } = settings;
      if (invalidates) await client.invalidateQueries({ predicate: isAnswerOf(invalidates) });
    },
  });
}

function keyOfAttempt(attempt: { current: { request: string; key: string } | null }, request: string): string {
  if (attempt.current?.request !== request) attempt.current = { request, key: randomId() };
  return attempt.current.key;
}

/** Creates a queue for changes that each need the version returned by the one before: it sends one at a time. */
export function createChangeQueue(): <Answer>(change: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const next = last.then(change);
    last = next.catch(() => undefined);
    return next;
  };
}

const freshMs = 30_000;

/** The request client handles failures, so React Query doesn't retry. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: freshMs, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
