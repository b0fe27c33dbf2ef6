import { type RefObject, useEffect, useState } from 'react';
import { runAction } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { useStore } from '../../lib/store.ts';
import { preferences } from '../../lib/theme.ts';
import { Button, IconButton } from '../button.tsx';
import { Popover } from '../popover.tsx';
import { AddFilter } from './add-filter.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { ListDefinition } from './list-definition.ts';
import { narrowingOf, placeOf } from './list-definition.ts';
import { SearchBox } from './search-box.tsx';
import type { ListPlace } from './use-list-address.ts';
import type { ListColumns } from './use-list-columns.ts';
import { type ListData, tiledLists, toggleTiles } from './use-list-data.ts';

type Props<Row extends { id: string }> = {
  definition: ListDefinition<Row>;
  place: ListPlace;
  columns: ListColumns;
  dropped: readonly string[];
  data: ListData<Row>;
  search: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
};

/** Search, active filters and display options. */
export function ListToolbar<Row extends { id: string }>(props: Props<Row>) {
  const { definition, place, columns, dropped, data, search, onLeave } = props;
  const { list, words } = useTexts();
  const user = useCurrentUser();
  const { density } = useStore(preferences);
  const { address, change, setFilter } = place;
  const filters = narrowingOf(definition, address.filters);
  const filtered = Object.keys(filters).some((name) => !definition.unsaid?.includes(name));
  const tiles = useStore(tiledLists).has(definition.list.id);
  return (
    <div className="list-toolbar">
      <SearchBox
        ref={search}
        value={address.search}
        placeholder={definition.texts(useTexts()).search}
        onSearch={(text) => text !== address.search && change({ search: text })}
        onLeave={onLeave}
      />
      <FilterChips
        definition={definition}
        filters={filters}
        found={data.outdated ? undefined : data.page?.rows[0]}
        onChange={setFilter}
      />
      <AddFilter definition={definition} filters={address.filters} onAdd={setFilter} />
      {filtered && (
        <Button look="quiet" size="small" onClick={() => change({ filters: placeOf(definition, address.filters) })}>
          {list.clearFilters}
        </Button>
      )}
      <div className="list-toolbar-end">
        {definition.Tiles && (
          <Button
            look="quiet"
            size="small"
            icon={tiles ? 'rows' : 'tiles'}
            title={tiles ? list.asTable : list.asTiles}
            onClick={() => toggleTiles(definition.list.id)}
          >
            {tiles ? list.asTable : list.asTiles}
          </Button>
        )}
        {!(definition.Tiles && tiles) && <ColumnChooser columns={columns} dropped={dropped} />}
        <Button
          look="quiet"
          size="small"
          icon={density === 'compact' ? 'rows' : 'rowsWide'}
          aria-label={fillText(list.switchDensity, { density: words.densities[density] })}
          title={fillText(list.switchDensity, { density: words.densities[density] })}
          onClick={() => void runAction('view.toggleDensity', { navigate, user })}
        >
          {words.densities[density]}
        </Button>
        <RefreshButton fetching={data.fetching} fetchedAt={data.fetchedAt} onRefresh={data.refetch} />
      </div>
    </div>
  );
}

type RefreshProps = { fetching: boolean; fetchedAt: number; onRefresh: () => void };

function RefreshButton({ fetching, fetchedAt, onRefresh }: RefreshProps) {
  const { list } = useTexts();
  const format = useFormat();
  const [turning, setTurning] = useState(false);
  useEffect(() => {
    if (!fetching) setTurning(false);
  }, [fetching]);
  return (
    <IconButton
      icon="refresh"
      label={list.refresh}
      className={turning ? 'list-refreshing' : undefined}
      title={
        fetchedAt ? `${list.refresh} · ${fillText(list.refreshedAt, { time: format.time(fetchedAt) })}` : list.refresh
      }
      onClick={() => {
        setTurning(true);
        onRefresh();
      }}
    />
  );
}

/** Chooses visible columns and their order; saved per person. */
function ColumnChooser({ columns, dropped }: { columns: ListColumns; dropped: readonly string[] }) {
  const { list } = useTexts();
  return (
    <Popover
      label={list.columnsTitle}
      align="end"
      trigger={(props) => (
        <Button look="quiet" size="small" icon="columns" title={list.columns} {...props}>
          {list.columns}
        </Button>
      )}
    >
      {(close) => (
        <div className="column-chooser">
          <strong>{list.columnsTitle}</strong>
          <ul>
            {columns.all.map((column) => (
              <li key={column.id}>
                <label>
                  <input
                    type="checkbox"
                    className="grid-checkbox"
                    checked={column.shown}
                    disabled={column.always}
                    onChange={() => columns.toggle(column.id)}
                  />
                  {column.heading}
                  {dropped.includes(column.id) && <small>{list.noRoom}</small>}
                </label>
                {column.shown && (
                  <>
                    <IconButton
                      icon="arrowUp"
                      label={fillText(list.moveUp, { name: column.heading })}
                      disabled={column.first}
                      onClick={() => columns.move(column.id, -1)}
                    />
                    <IconButton
                      icon="arrowDown"
                      label={fillText(list.moveDown, { name: column.heading })}
                      disabled={column.last}
                      onClick={() => columns.move(column.id, 1)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
          {columns.chosen && (
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                columns.reset();
                close();
              }}
            >
              {list.usualColumns}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}
