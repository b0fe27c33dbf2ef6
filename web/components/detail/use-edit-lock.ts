import { type DetailEndpoints, type EditLock, lockRenewMs } from '@lectern/contract/detail/define-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { queryOf } from '../../lib/queries.ts';
import { windowId } from '../../lib/window-id.ts';

export type LockCalls = Pick<DetailEndpoints, 'getLock' | 'takeLock' | 'releaseLock'>;

export type LockState = {
  /** Who edits it elsewhere; null while nobody does. */
  other: EditLock | null;
  /** Who did until a moment ago: what is on screen may be older than what they saved. */
  finished: EditLock | null;
  /** Goes on after the other one has finished. */
  goOn(): void;
};

/** Somebody else's lock is looked at this often. */
const lookEveryMs = 10_000;

/**
 * Holds the edit lock of an object while there is something to save, and tells who holds it otherwise. Without an id,
 * there is nothing yet that others could edit.
 */
export function useEditLock(calls: LockCalls, id: string | null, wanted: boolean, source?: string): LockState {
  const client = useQueryClient();
  // Of an object with several texts, each has a lock of its own.
  const params = { id: id ?? '', ...(source !== undefined && { source }) };
  const request = { params, query: { window: windowId } };
  const look = queryOf(calls.getLock, request, { quiet: true });
  const lock = useQuery({ ...look, refetchInterval: lookEveryMs, staleTime: 0, enabled: id !== null }).data ?? null;
  const other = lock && !lock.own ? lock : null;
  const [seen, setSeen] = useState<{ id: string | null; lock: EditLock } | null>(null);
  if (other && (seen?.id !== id || other.since !== seen.lock.since)) setSeen({ id, lock: other });
  const last = seen?.id === id ? seen.lock : null;
  const holds = wanted && id !== null && last === null && !other;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is made of id and source alone
  useEffect(() => {
    if (!holds) return;
    const keep = (value: EditLock | null) => client.setQueryData(look.queryKey, value);
    // A lock that can't be taken now is tried for again; saving is guarded by the version in any case.
    const take = () =>
      call(calls.takeLock, { params, body: { window: windowId } }, { quiet: true }).then(keep, () => undefined);
    void take();
    const timer = setInterval(take, lockRenewMs);
    return () => {
      clearInterval(timer);
      if (client.getQueryData<EditLock | null>(look.queryKey)?.own) keep(null);
      void call(calls.releaseLock, request, { quiet: true }).catch(() => undefined);
    };
  }, [holds, id, source, client, calls]);

  return { other, finished: other ? null : last, goOn: () => setSeen(null) };
}
