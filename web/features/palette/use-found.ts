import { mayOpen } from '@lectern/contract/access.ts';
import type { Route } from '@lectern/contract/routes.ts';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';

export type Found<Hit> = { hits: Hit[]; offered: boolean; searching: boolean; failed: boolean };

/** What a search answers once nobody has typed for a moment: only for those who may open the page of what it finds. */
export function useFound<Hit>(
  text: string,
  page: Route,
  search: (wanted: string) => UseQueryOptions<Hit[], ApiError, Hit[], readonly [string]>,
): Found<Hit> {
  const wanted = usePaused(text.trim().slice(0, 200));
  const mayFind = mayOpen(useCurrentUser(), page);
  const query = useQuery({ ...search(wanted), enabled: mayFind && wanted !== '' });
  const offered = mayFind && text.trim() !== '';
  return {
    hits: offered ? (query.data ?? []) : [],
    offered,
    searching: offered && (query.isFetching || wanted !== text.trim()),
    failed: offered && query.isError,
  };
}

const pauseMs = 200;

/** The text once nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
