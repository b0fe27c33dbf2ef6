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
/** Those that are known to wait or run; heard of by the live stream, or seen in the list. */
const open = createStore<ReadonlySet<string>>(new Set());

/** One's own operations, page by page, newest first. Tray and history show the same. */
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
 * Takes an operation as the server told of it; a new one goes on top. The answer to the call that began it may come
 * after the stream told of its end: what is further on stays.
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

/** With the person who saw them. */
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

/** What was done, and to whom where it was only one. */
export function nameOf({ list, action, about, undoOf }: Names, { operation: texts }: Texts): string {
  const actionName = texts.actions[`${list}.${action}`] ?? action;
  const name = about ? `${actionName} · ${about}` : actionName;
  return undoOf ? fillText(texts.undoName, { name }) : name;
}

type Counts = Pick<OperationRow, 'done' | 'skipped' | 'failed' | 'undone'>;

/** Such as “120 done · 3 skipped”: what is zero is left out, unless nothing is left. */
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

/** Done with failures is not simply done. */
export function toneOf({ state, failed }: Pick<OperationRow, 'state' | 'failed'>): StatusTone {
  return state === 'done' && failed > 0 ? 'warn' : tones[state];
}

export function isOpen({ state }: Pick<OperationRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
