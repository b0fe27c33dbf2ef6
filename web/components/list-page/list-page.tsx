import { useCallback, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Tabs } from '../tabs.tsx';
import { countWords } from './count-words.ts';
import type { ListDefinition } from './list-definition.ts';
import { wholeTab } from './list-empty.tsx';
import { ListHeader } from './list-header.tsx';
import { isTall, ListRows } from './list-rows.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { RowMenu } from './row-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListRefresh } from './use-list-data.ts';
import { type ListState, targetOf, useListState } from './use-list-state.ts';
import './list-page.css';
import './list-filters.css';

/** A list page built from its definition: header, tabs, toolbar, rows and row menu. */
export function ListPage<Row extends { id: string }>({ definition }: { definition: ListDefinition<Row> }) {
  const texts = useTexts();
  const { list, Aside, Above } = definition;
  const state = useListState(definition);
  useListRefresh(definition);
  const { place, data, views, columns, actions, chosen, placed, narrowed } = state;
  const { page } = data;
  const tabs = useTabs(state);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const total = placed && narrowed ? undefined : placed ? page?.count : page?.tabs[wholeTab(list.tabs)];
  return (
    <div className={Aside ? 'list-page list-page-aside' : 'list-page'}>
      <ListHeader
        definition={definition}
        place={place}
        views={views}
        columns={columns}
        total={total}
        matching={page?.count}
        narrowed={narrowed}
      />
      {Above && <Above />}
      {Aside && <Aside />}
      <Tabs label={texts.list.tabs} tabs={tabs} active={place.address.tab} onChange={(tab) => place.change({ tab })}>
        <div
          className="list-card"
          data-tall={isTall(state) || undefined}
          data-waiting={(data.outdated && data.fetching) || undefined}
        >
          <ListToolbar
            definition={definition}
            place={place}
            columns={columns}
            dropped={dropped}
            data={data}
            search={state.search}
            onLeave={() => state.grid.current?.move(0)}
          />
          <ListNotices state={state} />
          {chosen && page && (
            <SelectionBar selection={state.selection} target={chosen} matching={page.count} actions={actions} />
          )}
          <ListFailure state={state} />
          <ListRows state={state} openMenu={(row, anchor) => setMenu({ row, anchor })} onDropped={setDropped} />
        </div>
      </Tabs>
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

function useTabs<Row extends { id: string }>({ definition, own, data, placed }: ListState<Row>) {
  const format = useFormat();
  return definition.list.tabs.map((id) => {
    const count = placed ? undefined : data.page?.tabs[id];
    return { id, label: own.tabs[id] ?? id, count: count && countWords(count, format) };
  });
}

/** Warns about filters in the address that this list doesn't have. */
function ListNotices<Row extends { id: string }>({ state: { place, own } }: { state: ListState<Row> }) {
  const { list } = useTexts();
  const { refused } = place.address;
  if (refused.length === 0) return null;
  const names = joinNames(refused.map((name) => own.filters[name] ?? (name === 'tab' ? list.tabs : name)));
  return <Banner tone="warning">{fillText(list.refusedFilters, { names })}</Banner>;
}

function ListFailure<Row extends { id: string }>({ state: { data } }: { state: ListState<Row> }) {
  if (!data.error) return null;
  return (
    <div className="list-error">
      <ErrorPanel
        error={data.error}
        keepsOld={data.page !== undefined}
        retrying={data.fetching}
        onRetry={data.refetch}
      />
    </div>
  );
}
