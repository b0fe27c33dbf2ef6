import { type Selection, selectionLimit } from '@lectern/contract/features/operation.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { GridChoice } from '../data-grid/data-grid.tsx';

type State<Row> =
  | { kind: 'some'; rows: ReadonlyMap<string, Row> }
  /** Everything the view matches, less some. */
  | { kind: 'matching'; except: ReadonlySet<string> };

/** Which rows are chosen: some, over several pages, or all that the view matches. Another view starts anew. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], viewKey: string, matching: number) {
  const nobody = useMemo<State<Row>>(() => ({ kind: 'some', rows: new Map() }), []);
  const [kept, setKept] = useState({ viewKey, state: nobody });
  const state = kept.viewKey === viewKey ? kept.state : nobody;
  const setState = useCallback((state: State<Row>) => setKept({ viewKey, state }), [viewKey]);
  const lastIndex = useRef<number | null>(null);

  const has = (id: string) => (state.kind === 'some' ? state.rows.has(id) : !state.except.has(id));
  const put = (some: readonly Row[], chosen: boolean) => {
    if (state.kind === 'some') {
      const next = new Map(state.rows);
      for (const row of some) chosen ? next.set(row.id, row) : next.delete(row.id);
      setState({ kind: 'some', rows: next });
    } else {
      const next = new Set(state.except);
      for (const row of some) chosen ? next.delete(row.id) : next.add(row.id);
      setState({ kind: 'matching', except: next });
    }
  };
  const onPage = rows.filter((row) => has(row.id)).length;
  const choice: GridChoice<Row> = {
    has,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    toggle(row, index, range) {
      const from = range && lastIndex.current !== null ? lastIndex.current : index;
      lastIndex.current = index;
      put(rows.slice(Math.min(from, index), Math.max(from, index) + 1), !has(row.id));
    },
    togglePage: () => put(rows, onPage < rows.length),
  };
  const listed = state.kind === 'some' ? state.rows.size : state.except.size;
  return {
    choice,
    all: state.kind === 'matching',
    count: state.kind === 'some' ? state.rows.size : Math.max(0, matching - state.except.size),
    /** One by one only so many can be named. */
    tooMany: listed > selectionLimit,
    only: state.kind === 'some' && state.rows.size === 1 ? [...state.rows.values()][0] : undefined,
    selectionOf: (query: string): Selection =>
      state.kind === 'some' ? { ids: [...state.rows.keys()] } : { matching: query, except: [...state.except] },
    chooseAll: () => setState({ kind: 'matching', except: new Set() }),
    clear: () => setState(nobody),
  };
}
export type ListSelection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
