import { useStore } from '../../lib/store.ts';
import { preferences } from '../../lib/theme.ts';
import { DataGrid } from '../data-grid/data-grid.tsx';
import { GridSkeleton } from '../data-grid/grid-skeleton.tsx';
import { Skeleton } from '../skeleton.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListPager } from './list-pager.tsx';
import { tiledLists } from './use-list-data.ts';
import type { ListState } from './use-list-state.ts';

const rowHeights = { comfortable: 34, compact: 28 };
const secondLine = 16;

type Props<Row extends { id: string }> = {
  state: ListState<Row>;
  openMenu: (row: Row, anchor: HTMLElement) => void;
  /** Reports columns that don't fit. */
  onDropped: (columns: readonly string[]) => void;
};

/** The rows as a grid or tiles with a pager, or the empty state. */
export function ListRows<Row extends { id: string }>({ state, openMenu, onDropped }: Props<Row>) {
  const { definition, place, data, rows, gridColumns, selectable, narrowed, filtered } = state;
  const { page } = data;
  const tiled = useStore(tiledLists).has(definition.list.id);
  if (!page) {
    if (data.error) return null;
    return (
      <>
        <GridSkeleton columns={gridColumns} choosable={selectable} />
        <ListPagerSkeleton />
      </>
    );
  }
  const { Tiles } = definition;
  return (
    <>
      {rows.length === 0 && <ListEmpty definition={definition} place={place} page={page} narrowed={filtered} />}
      {rows.length > 0 && tiled && Tiles && (
        <Tiles
          label={state.own.title}
          rows={rows}
          hrefOf={state.hrefOf}
          choice={state.selection.choice}
          openMenu={openMenu}
          onActive={state.onActive}
        />
      )}
      {rows.length > 0 && !(tiled && Tiles) && <ListGrid state={state} openMenu={openMenu} onDropped={onDropped} />}
      <ListPager address={place.address} page={page} narrowed={narrowed} onChange={place.change} />
    </>
  );
}

function ListGrid<Row extends { id: string }>({ state, openMenu, onDropped }: Props<Row>) {
  const { definition, place, rows } = state;
  const { address } = place;
  const { density } = useStore(preferences);
  return (
    <DataGrid
      ref={state.grid}
      label={state.own.title}
      rows={rows}
      idOf={idOf}
      labelOf={definition.labelOf}
      hrefOf={definition.opens || definition.href ? state.hrefOf : undefined}
      columns={state.gridColumns}
      rowHeight={rowHeights[density] + (isTall(state) ? secondLine : 0)}
      offset={(address.page - 1) * address.size}
      sort={address.sort}
      onSort={(sort) => place.change({ sort })}
      choice={state.selectable ? state.selection.choice : undefined}
      openMenu={openMenu}
      onActive={state.onActive}
      onDropped={onDropped}
    />
  );
}

/** One row with two lines makes all rows on the page taller. */
export function isTall<Row extends { id: string }>({ definition, rows }: ListState<Row>): boolean {
  const { twoLines } = definition;
  return twoLines !== undefined && rows.some(twoLines);
}

function idOf(row: { id: string }): string {
  return row.id;
}

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
