import { type QueryKey, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../lib/api-error.ts';
import { ErrorPanel, SaidAbove } from './error-panel.tsx';

type Props = {
  /** What the parts of the page ask for; they ask themselves, here it is only looked at. */
  queries: readonly { queryKey: QueryKey }[];
  children: ReactNode;
};

/** Where several parts of a page fail for the same reason, it is said once, above them, and tried again for all of them. */
export function ErrorGroup({ queries, children }: Props) {
  const results = useQueries({ queries: queries.map(({ queryKey }) => ({ queryKey, enabled: false })) });
  const failed = results.filter(({ error, data }) => error !== null && data === undefined);
  const reasons = new Set(failed.map(({ error }) => reasonOf(error)));
  const together = failed.length > 1 && reasons.size === 1;
  return (
    <SaidAbove value={together}>
      {together && (
        <SaidAbove value={false}>
          <ErrorPanel
            error={failed[0]?.error}
            retrying={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const { refetch } of failed) void refetch();
            }}
          />
        </SaidAbove>
      )}
      {children}
    </SaidAbove>
  );
}

function reasonOf(error: unknown): string {
  return isApiError(error) ? `${error.kind} ${error.status} ${error.message}` : String(error);
}
