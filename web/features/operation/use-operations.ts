import { listOperations, type OperationRow } from '@lectern/contract/features/operation.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StatusTone } from '../../components/status.tsx';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { createStore, useStore } from '../../lib/store.ts';

type List = CallOutput<typeof listOperations>;
type Pages = InfiniteData<List, string | undefined>;

const queryKey = ['operations'] as const;
/** Ids of operations known to be queued or running, from live events or the list. */
const open = createStore<ReadonlySet<string>>(new Set());

/** The user's operations page by page, newest first; shared by tray and history. */
export function useOperations() {
  const query = useInfiniteQuery<List, ApiError, Pages, typeof queryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => call(listOperations, { query: { after: pageParam } }, { signal, quiet: true }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const { data } = query;
  useEffect(() => {
    for (const row of data?.pages.flatMap((page) => page.rows) ?? []) noteOpen(row);
  }, [data]);
  return query;
}

export function useOpenCount(): number {
  return useStore(open).size;
}

/**
 * Updates an operation in the cached list, or adds it at the top. Older states are ignored, because a call's response
 * can arrive after the live event for its end.
 */
export function putOperation(client: QueryClient, told: OperationRow): void {
  const rows = client.getQueryData<Pages>(queryKey)?.pages.flatMap((page) => page.rows) ?? [];
  const known = rows.find((row) => row.id === told.id);
  if (known && isFurther(known, told)) return;
  noteOpen(told);
  client.setQueryData<Pages>(queryKey, (data) => {
    if (!data) return data;
    const isKnown = data.pages.some((page) => page.rows.some((row) => row.id === told.id));
    const pages = data.pages.map((page, at) => ({
      ...page,
      rows: isKnown
        ? page.rows.map((row) => (row.id === told.id ? told : row))
        : at === 0
          ? [told, ...page.rows]
          : page.rows,
    }));
    return { ...data, pages };
  });
}

const handled = (row: OperationRow) => row.done + row.skipped + row.failed;

function isFurther(known: OperationRow, told: OperationRow): boolean {
  if (isOpen(known) !== isOpen(told)) return isOpen(told);
  if (!isOpen(known)) return false;
  return (known.state === 'running' && told.state === 'queued') || handled(known) > handled(told);
}

/** Called when the tray unmounts, so the next user doesn't see them. */
export function forgetOpen(): void {
  open.set(new Set());
}

function noteOpen(row: OperationRow): void {
  const known = open.get();
  if (known.has(row.id) === isOpen(row)) return;
  const ids = new Set(known);
  if (isOpen(row)) ids.add(row.id);
  else ids.delete(row.id);
  open.set(ids);
}

type Names = Pick<OperationRow, 'list' | 'action' | 'about' | 'undoOf'>;

/** Name of the action, with the object if there was only one. */
export function nameOf({ list, action, about, undoOf }: Names, { operation: texts }: Texts): string {
  const actionName = texts.actions[`${list}.${action}`] ?? action;
  const name = about ? `${actionName} · ${about}` : actionName;
  return undoOf ? fillText(texts.undoName, { name }) : name;
}

type Counts = Pick<OperationRow, 'done' | 'skipped' | 'failed' | 'undone'>;

/** Such as “120 done · 3 skipped”; zero counts are left out unless all are zero. */
export function countsOf(counts: Counts, texts: Texts, number: (value: number) => string): string {
  const parts = partsOf(counts, texts, number);
  return parts.length > 0 ? parts.join(' · ') : fillText(texts.operation.doneCount, { count: '0' });
}

export function partsOf(
  { done, skipped, failed, undone }: Counts,
  { operation: texts }: Texts,
  number: (value: number) => string,
): string[] {
  const say = (text: string, count: number) => (count > 0 ? [fillText(text, { count: number(count) })] : []);
  return [
    ...say(texts.doneCount, done),
    ...say(texts.skippedCount, skipped),
    ...say(texts.failedCount, failed),
    ...say(texts.undoneCount, undone),
  ];
}

const tones: Record<OperationRow['state'], StatusTone> = {
  queued: 'idle',
  running: 'info',
  done: 'ok',
  cancelled: 'idle',
  failed: 'bad',
};

/** Finished with failed or skipped items is shown as a warning. */
export function toneOf({ state, skipped, failed }: Pick<OperationRow, 'state' | 'skipped' | 'failed'>): StatusTone {
  return state === 'done' && skipped + failed > 0 ? 'warn' : tones[state];
}

export function isOpen({ state }: Pick<OperationRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
