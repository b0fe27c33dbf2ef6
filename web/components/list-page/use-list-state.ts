import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Action, isOffered, type RowAction, type RowTarget, registerActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { GridHandle } from '../data-grid/data-grid.tsx';
import { type ListDefinition, narrowingOf, placeOf } from './list-definition.ts';
import { useSelection } from './selection-bar.tsx';
import { type ListPlace, rowHref, useListAddress } from './use-list-address.ts';
import { useGridColumnViews, useListColumns, useListViews } from './use-list-columns.ts';
import { useListData } from './use-list-data.ts';

const noRows: never[] = [];
const noActions: never[] = [];

/** State shared by the parts of a list page. Everything that survives a reload is in the address. */
export function useListState<Row extends { id: string }>(definition: ListDefinition<Row>) {
  const { list } = definition;
  const own = definition.texts(useTexts());
  const place = useListAddress(list);
  const { address } = place;
  const data = useListData(definition, address);
  const { page } = data;
  const rows = page?.rows ?? (noRows as Row[]);
  const views = useListViews(list, place);
  const columns = useListColumns(list, own.columns, views.setup, views.opened);
  const gridColumns = useGridColumnViews(definition, columns.order, place.setFilter, views.query);
  const actions = definition.actionsIn?.[address.tab] ?? definition.actions;
  // Rows are selectable only if an action accepts several.
  const selectable = actions.some((action) => action.on !== 'one');
  const { sort: _sort, ...viewKey } = Object.fromEntries(new URLSearchParams(views.query));
  const selection = useSelection(rows, JSON.stringify(viewKey), page?.count.value ?? 0);
  const chosen = useMemo<RowTarget<Row> | null>(() => {
    if (selection.count === 0) return null;
    return {
      selection: selection.selectionOf(views.query),
      count: selection.count,
      row: selection.only,
      done: selection.clear,
    };
  }, [selection, views.query]);

  const [activeId, setActiveId] = useState<string | null>(null);
  const active = rows.find((row) => row.id === activeId);
  const target = chosen ?? (active ? targetOf(active) : null);
  const grid = useRef<GridHandle<Row>>(null);
  const search = useRef<HTMLInputElement>(null);
  const format = useFormat();
  const pageActions = useMemo(
    () => [...(definition.more ?? noActions), ...(definition.primary ? [definition.primary] : noActions)],
    [definition],
  );
  useListActions({
    grid,
    search,
    choose: (row, index) => selectable && selection.choice.toggle(row, index, false),
    target,
    targetWords: ({ list: words }) =>
      target?.row
        ? definition.labelOf(target.row)
        : fillText(words.selected, { count: format.number(target?.count ?? 0) }),
    actions,
    page: pageActions,
  });

  const filtered = address.search !== '' || Object.keys(narrowingOf(definition, address.filters)).length > 0;
  return {
    definition,
    own,
    place,
    data,
    rows,
    views,
    columns,
    gridColumns,
    actions,
    selectable,
    selection,
    chosen,
    grid,
    search,
    /** Narrowed by search or filters; the tab doesn't count. */
    filtered,
    narrowed: filtered || address.tab !== list.tabs[0],
    /** Tab counts are for the whole list, so they don't apply to one folder. */
    placed: Object.keys(placeOf(definition, address.filters)).length > 0,
    hrefOf: useRowHref(definition, place, views.query),
    onActive: (row: Row) => setActiveId(row.id),
  };
}
export type ListState<Row extends { id: string }> = ReturnType<typeof useListState<Row>>;

function useRowHref<Row extends { id: string }>(definition: ListDefinition<Row>, place: ListPlace, query: string) {
  const { pathname, searchStr } = place;
  return useMemo(() => {
    const { href } = definition;
    if (href) return (row: Row) => href(row, query);
    const start = rowHref(pathname, searchStr, '');
    return (row: Row) => start + row.id;
  }, [definition, query, pathname, searchStr]);
}

export function targetOf<Row extends { id: string }>(row: Row): RowTarget<Row> {
  return { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
}

type Options<Row> = {
  grid: RefObject<GridHandle<Row> | null>;
  search: RefObject<HTMLInputElement | null>;
  choose: (row: Row, index: number) => void;
  /** Current target of row actions; null when no row is selected or active. */
  target: RowTarget<Row> | null;
  targetWords: (texts: Texts) => string;
  actions: readonly RowAction<Row>[];
  page: readonly Action[];
};

/** Registers the list's actions for shortcuts, help and the palette. */
function useListActions<Row>(options: Options<Row>): void {
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
