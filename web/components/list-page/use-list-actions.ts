import { type RefObject, useEffect } from 'react';
import { type Action, isOffered, type RowAction, type RowTarget, registerActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { GridHandle } from '../data-grid/data-grid.tsx';

type Options<Row> = {
  grid: RefObject<GridHandle<Row> | null>;
  search: RefObject<HTMLInputElement | null>;
  choose: (row: Row, index: number) => void;
  /** What row actions are for right now, and how to call it; null while nothing is chosen or at hand. */
  target: RowTarget<Row> | null;
  targetWords: (texts: Texts) => string;
  actions: readonly RowAction<Row>[];
  page: readonly Action[];
};

/** Puts what the list offers into the registry, where shortcuts, help and palette find it. */
export function useListActions<Row>(options: Options<Row>): void {
  const user = useCurrentUser();
  const latest = useLatest(options);
  const { page, actions, target } = options;
  const some = target !== null;
  const row = target?.row;

  useEffect(() => registerActions(page), [page]);

  useEffect(() => {
    const key = (id: string, keys: string, label: Action['label'], run: () => void): Action => ({
      id,
      keys,
      label,
      run,
      group: 'rows',
      keysOnly: true,
    });
    return registerActions([
      key(
        'list.next',
        'j',
        (texts) => texts.list.nextRow,
        () => latest.current.grid.current?.move(1),
      ),
      key(
        'list.previous',
        'k',
        (texts) => texts.list.previousRow,
        () => latest.current.grid.current?.move(-1),
      ),
      key(
        'list.choose',
        'x',
        (texts) => texts.list.chooseRow,
        () => {
          const active = latest.current.grid.current?.active();
          if (active) latest.current.choose(active.row, active.index);
        },
      ),
      key(
        'list.search',
        '/',
        (texts) => texts.list.focusSearch,
        () => {
          latest.current.search.current?.focus();
          latest.current.search.current?.select();
        },
      ),
    ]);
  }, []);

  useEffect(() => {
    if (!some) return;
    const offered = actions.filter((action) => isOffered(action, { row }, user));
    return registerActions(
      offered.map(
        ({ on: _on, look: _look, separated: _separated, handy: _handy, fits: _fits, run, label, ...action }) => ({
          ...action,
          group: 'rows',
          label: (texts) => `${label(texts)} · ${latest.current.targetWords(texts)}`,
          run: (context) => {
            const now = latest.current.target;
            return now ? run(now, context) : undefined;
          },
        }),
      ),
    );
  }, [actions, some, row, user]);
}
