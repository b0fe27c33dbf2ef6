import { QueryClient } from '@tanstack/react-query';

const freshMs = 30_000;

/** Failures are told by the request client, so nothing is retried behind its back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: freshMs, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
