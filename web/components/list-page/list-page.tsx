import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { RowTarget } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { preferences } from '../../lib/theme.ts';
import { Banner } from '../banner.tsx';
import { DataGrid, type GridHandle } from '../data-grid/data-grid.tsx';
import { GridSkeleton } from '../data-grid/grid-skeleton.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Tabs } from '../tabs.tsx';
import { countWords } from './count-words.ts';
import type { ListDefinition } from './list-definition.ts';
import { narrowingOf, placeOf } from './list-definition.ts';
import { ListEmpty, wholeTab } from './list-empty.tsx';
import { ListHeader } from './list-header.tsx';
import { ListPager } from './list-pager.tsx';
import { ListToolbar, tiledLists, useListData } from './list-toolbar.tsx';
import { RowMenu } from './row-menu.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { useListActions } from './use-list-actions.ts';
import { rowHref, useListAddress } from './use-list-address.ts';
import { useGridColumnViews, useListColumns, useListViews } from './use-list-columns.ts';
import './list-page.css';
import './list-filters.css';
import { joinNames } from '../../lib/i18n/punctuation.ts';

const rowHeights = { comfortable: 34, compact: 28 };
const secondLine = 16;
const noRows: never[] = [];
const noActions: never[] = [];

/** A whole list page out of its definition. All its state stands in the address. */
export function ListPage<Row extends { id: string }>({ definition }: { definition: ListDefinition<Row> }) {
  const texts = useTexts();
  const { list, Aside, Above } = definition;
  const tiled = useStore(tiledLists).has(list.id);
  const Tiles = tiled ? definition.Tiles : undefined;
  const own = definition.texts(texts);
  const format = useFormat();
  const place = useListAddress(list);
  const { address } = place;
  const actions = definition.actionsIn?.[address.tab] ?? definition.actions;
  const data = useListData(definition, address);
  const { page } = data;
  const rows = page?.rows ?? (noRows as Row[]);
  const views = useListViews(list, place);
  const columns = useListColumns(list, own.columns, views.setup, views.opened);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const gridColumns = useGridColumnViews(definition, columns.order, place.setFilter, views.query);
  useListRefresh(definition);

  const filtered = address.search !== '' || Object.keys(narrowingOf(definition, address.filters)).length > 0;
  const narrowed = filtered || address.tab !== list.tabs[0];
  // Counts are of everything, not of where one is.
  const placed = Object.keys(placeOf(definition, address.filters)).length > 0;
  const { sort: _sort, ...viewKey } = Object.fromEntries(new URLSearchParams(views.query));
  const selection = useSelection(rows, JSON.stringify(viewKey), page?.count.value ?? 0);
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = rows.find((row) => row.id === activeId);
  // Rows that nothing can be done to together are not chosen.
  const choosable = actions.some((action) => action.on !== 'one');
  const chosen = useMemo<RowTarget<Row> | null>(() => {
    if (selection.count === 0) return null;
    return {
      selection: selection.selectionOf(views.query),
      count: selection.count,
      row: selection.only,
      done: selection.clear,
    };
  }, [selection, views.query]);
  const target = chosen ?? (active ? targetOf(active) : null);
  const grid = useRef<GridHandle<Row>>(null);
  const search = useRef<HTMLInputElement>(null);
  const pageActions = useMemo(
    () => [...(definition.more ?? noActions), ...(definition.primary ? [definition.primary] : noActions)],
    [definition],
  );
  useListActions({
    grid,
    search,
    choose: (row, index) => choosable && selection.choice.toggle(row, index, false),
    target,
    targetWords: ({ list: words }) =>
      target?.row
        ? definition.labelOf(target.row)
        : fillText(words.selected, { count: format.number(target?.count ?? 0) }),
    actions,
    page: pageActions,
  });

  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const { pathname, searchStr } = place;
  const { query } = views;
  const hrefOf = useMemo(() => {
    const { href } = definition;
    if (href) return (row: Row) => href(row, query);
    const start = rowHref(pathname, searchStr, '');
    return (row: Row) => start + row.id;
  }, [definition, query, pathname, searchStr]);
  const { density } = useStore(preferences);
  const { twoLines } = definition;
  const isTall = twoLines !== undefined && rows.some(twoLines);

  return (
    <div className={Aside ? 'list-page list-page-aside' : 'list-page'}>
      <ListHeader
        definition={definition}
        place={place}
        views={views}
        columns={columns}
        total={placed ? (narrowed ? undefined : page?.count) : page?.tabs[wholeTab(list.tabs)]}
        matching={page?.count}
      />
      {Above && <Above />}
      {Aside && <Aside />}
      <ListTabs
        tabs={list.tabs}
        names={own.tabs}
        counts={placed ? undefined : page?.tabs}
        active={address.tab}
        onChange={(tab) => place.change({ tab })}
      >
        <div
          className="list-card"
          data-tall={isTall || undefined}
          data-waiting={(data.outdated && data.fetching) || undefined}
        >
          <ListToolbar
            definition={definition}
            place={place}
            columns={columns}
            dropped={dropped}
            data={data}
            search={search}
            onLeave={() => grid.current?.move(0)}
          />
          {address.refused.length > 0 && (
            <Banner tone="warning">
              {fillText(texts.list.refusedFilters, {
                names: joinNames(address.refused.map((name) => own.filters[name] ?? name)),
              })}
            </Banner>
          )}
          {chosen && page && (
            <SelectionBar selection={selection} target={chosen} matching={page.count} actions={actions} />
          )}
          {data.error && (
            <div className="list-error">
              <ErrorPanel
                error={data.error}
                keepsOld={page !== undefined}
                retrying={data.fetching}
                onRetry={data.refetch}
              />
            </div>
          )}
          {!page && !data.error && (
            <>
              <GridSkeleton columns={gridColumns} choosable={choosable} />
              <ListPagerSkeleton />
            </>
          )}
          {page && rows.length === 0 && (
            <ListEmpty definition={definition} place={place} page={page} narrowed={filtered} />
          )}
          {page && rows.length > 0 && Tiles && (
            <Tiles
              label={own.title}
              rows={rows}
              hrefOf={hrefOf}
              choice={selection.choice}
              openMenu={(row, anchor) => setMenu({ row, anchor })}
              onActive={(row) => setActiveId(row.id)}
            />
          )}
          {page && rows.length > 0 && !Tiles && (
            <DataGrid
              ref={grid}
              label={own.title}
              rows={rows}
              idOf={idOf}
              labelOf={definition.labelOf}
              hrefOf={definition.opens || definition.href ? hrefOf : undefined}
              columns={gridColumns}
              rowHeight={rowHeights[density] + (isTall ? secondLine : 0)}
              offset={(address.page - 1) * address.size}
              sort={address.sort}
              onSort={(sort) => place.change({ sort })}
              choice={choosable ? selection.choice : undefined}
              openMenu={(row, anchor) => setMenu({ row, anchor })}
              onActive={(row) => setActiveId(row.id)}
              onDropped={setDropped}
            />
          )}
          {page && <ListPager address={address} page={page} narrowed={narrowed} onChange={place.change} />}
        </div>
      </ListTabs>
      {menu && (
        <RowMenu
          anchor={menu.anchor}
          label={fillText(texts.list.actionsOf, { name: definition.labelOf(menu.row) })}
          target={targetOf(menu.row)}
          actions={actions}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

function idOf(row: { id: string }): string {
  return row.id;
}

function targetOf<Row extends { id: string }>(row: Row): RowTarget<Row> {
  return { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
}

/** Shows what an operation did to the list's rows as soon as it ends. */
function useListRefresh<Row extends { id: string }>({ list, endpoint }: ListDefinition<Row>): void {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list !== list.id || operation.finishedAt === null) return;
    void client.invalidateQueries({ predicate: isAnswerOf([endpoint]) });
  });
}

/** The line below the rows before there are any. */
function ListPagerSkeleton() {
  return (
    <div className="list-pager" aria-hidden="true">
      <Skeleton width={120} />
      <div className="list-pager-pages">
        <Skeleton width={150} />
      </div>
      <Skeleton width={70} height={28} />
    </div>
  );
}

type Props = {
  tabs: readonly string[];
  names: Record<string, string>;
  counts: Record<string, BoundedCount> | undefined;
  active: string;
  onChange: (tab: string) => void;
  children: ReactNode;
};

function ListTabs({ tabs, names, counts, active, onChange, children }: Props) {
  const { list } = useTexts();
  const format = useFormat();
  const shown = tabs.map((id) => {
    const count = counts?.[id];
    return { id, label: names[id] ?? id, count: count && countWords(count, format) };
  });
  return (
    <Tabs label={list.tabs} tabs={shown} active={active} onChange={onChange}>
      {children}
    </Tabs>
  );
}
