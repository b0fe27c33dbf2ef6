import type { Hit } from '@lectern/contract/features/review.ts';
import { useLocation, useRouter } from '@tanstack/react-router';

/** The hit that one looks at stands in the address; without one, the first that is open. */
export function useChosenHit(hits: readonly Hit[]) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const wanted = new URLSearchParams(searchStr).get('hit');
  const hit = hits.find(({ id }) => id === wanted) ?? hits.find(({ state }) => state === 'open') ?? hits[0];
  const choose = (id: string) => {
    const params = new URLSearchParams(searchStr);
    params.set('hit', id);
    router.history.replace(`${pathname}?${params}`);
  };
  const step = (by: 1 | -1) => {
    const next = hits[hits.findIndex(({ id }) => id === hit?.id) + by];
    if (next) choose(next.id);
  };
  return { hit, choose, step };
}

/** The open hit that comes after another in the list, from its start again where none is below. */
export function nextOpen(hits: readonly Hit[], after: Hit | undefined): Hit | undefined {
  const at = hits.findIndex(({ id }) => id === after?.id);
  return [...hits.slice(at + 1), ...hits.slice(0, Math.max(0, at))].find(({ state }) => state === 'open');
}
