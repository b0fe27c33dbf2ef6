import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type FocusEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { GridBody, type RowSetting } from './grid-body.tsx';
import type { GridColumn } from './grid-column.ts';
import { choiceWidth, fitColumns, menuWidth, useWidth } from './grid-column.ts';
import { GridHead, type PageChoice } from './grid-head.tsx';
import '../visually-hidden.css';
import '../icon-button.css';
import './data-grid.css';
import './grid-checkbox.css';

export type GridHandle<Row> = {
  /** Moves the focus by this many rows; without a focused row, to the first. */
  move(steps: number): void;
  /** The row that has, or last had, the focus. */
  active(): { row: Row; index: number } | undefined;
};

export type GridChoice<Row> = {
  has(id: string): boolean;
  page: PageChoice;
  toggle(row: Row, index: number, range: boolean): void;
  togglePage(): void;
};

type DataGridProps<Row> = {
  ref?: Ref<GridHandle<Row>>;
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  hrefOf?: ((row: Row) => string) | undefined;
  /** The wanted columns in order; those that don't fit are dropped. */
  columns: readonly GridColumn<Row>[];
  rowHeight: number;
  /** Number of rows on earlier pages. */
  offset?: number;
  sort?: string;
  onSort?: (sort: string) => void;
  choice?: GridChoice<Row> | undefined;
  openMenu?: ((row: Row, anchor: HTMLElement) => void) | undefined;
  onActive?: (row: Row) => void;
  onDropped?: (columns: readonly string[]) => void;
};

/** A grid of native table cells; of long lists, only the visible rows are rendered. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { ref, label, rows, idOf, columns, rowHeight, offset = 0, sort, onSort, choice, openMenu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  const width = useWidth(scroller);
  const room = width - (choice ? choiceWidth : 0) - (openMenu ? menuWidth : 0);
  const grid = useGridColumns(rows, idOf, columns, width > 0 ? room : Number.MAX_SAFE_INTEGER);
  const setting = useRowSetting(props, grid.shown);
  const focus = useRowFocus(ref, rows, scroller, reveal, props.onActive);
  const { onDropped } = props;
  useEffect(() => onDropped?.(grid.dropped), [onDropped, grid.dropped]);

  const span = grid.shown.length + (choice ? 1 : 0) + (openMenu ? 1 : 0);
  return (
    <div className="grid-scroll" ref={scroller}>
      <table
        className="grid"
        aria-label={label}
        aria-rowcount={offset + rows.length + 1}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <colgroup>
          {choice && <col style={{ width: choiceWidth }} />}
          {grid.shown.map(({ id }) => (
            <col key={id} style={width > 0 ? { width: grid.widths[id] } : undefined} />
          ))}
          {openMenu && <col style={{ width: menuWidth }} />}
        </colgroup>
        <GridHead
          columns={grid.shown}
          sort={sort}
          onSort={onSort}
          choice={choice && { state: choice.page, toggle: choice.togglePage }}
          menus={openMenu !== undefined}
        />
        <GridBody
          rows={rows}
          idOf={idOf}
          setting={setting}
          isChosen={choice?.has}
          rowHeight={rowHeight}
          offset={offset}
          span={span}
          scroller={scroller}
          reveal={reveal}
        />
      </table>
    </div>
  );
}

/**
 * Settings shared by all rows. The object stays the same until the columns change, while its handlers always call the
 * latest props.
 */
function useRowSetting<Row>(props: DataGridProps<Row>, columns: readonly GridColumn<Row>[]): RowSetting<Row> {
  const { list } = useTexts();
  const latest = useLatest(props);
  const { labelOf, hrefOf } = props;
  const choosable = props.choice !== undefined;
  const hasMenu = props.openMenu !== undefined;
  return useMemo(
    () => ({
      columns,
      labelOf,
      hrefOf,
      choose: choosable ? (row, index, range) => latest.current.choice?.toggle(row, index, range) : undefined,
      openMenu: hasMenu ? (row, anchor) => latest.current.openMenu?.(row, anchor) : undefined,
      words: {
        select: around(list.selectRow),
        actions: around(list.actionsOf),
      },
    }),
    [columns, labelOf, hrefOf, choosable, hasMenu, list],
  );
}

/** Splits a text around `{name}` once instead of for every row. */
function around(text: string): (name: string) => string {
  const [before = '', after = ''] = text.split('{name}');
  return (name) => before + name + after;
}

/** Tracks the focused row and lets shortcuts move the focus. */
function useRowFocus<Row>(
  ref: Ref<GridHandle<Row>> | undefined,
  rows: readonly Row[],
  scroller: { current: HTMLDivElement | null },
  reveal: { current: (index: number) => void },
  onActive: ((row: Row) => void) | undefined,
) {
  const active = useRef(-1);
  const within = useRef(false);
  useEffect(() => {
    // The focused row is gone, for example after a tab change, so the row now in its place gets the focus.
    if (within.current && document.activeElement === document.body) {
      const index = Math.min(active.current, rows.length - 1);
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-focus]`)?.focus();
    }
    if (rows.length <= active.current) active.current = -1;
  }, [rows, scroller]);
  useImperativeHandle(ref, () => ({
    active() {
      const row = rows[active.current];
      return row === undefined ? undefined : { row, index: active.current };
    },
    move(steps) {
      const from = active.current;
      const index = from < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, from + steps));
      const target = () => scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-focus]`);
      const there = target();
      if (there) there.focus();
      else {
        reveal.current(index);
        requestAnimationFrame(() => requestAnimationFrame(() => target()?.focus()));
      }
    },
  }));
  return {
    onFocus({ target }: FocusEvent) {
      const index = Number(target.closest('tr')?.dataset.index ?? Number.NaN);
      const row = rows[index];
      within.current = row !== undefined;
      if (row === undefined) return;
      active.current = index;
      onActive?.(row);
    },
    onBlur({ target }: FocusEvent) {
      within.current = !target.isConnected;
    },
  };
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const nothing = () => null;

/** The visible columns in order, with their widths. */
function useGridColumns<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  columns: readonly GridColumn<Row>[],
  room: number,
) {
  const fitted = useMemo(() => fitColumns(columns, room), [columns, room]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(fitted.dropped.map((id) => [id, false] as const)),
    [fitted],
  );
  const columnOrder = useMemo(() => columns.map(({ id }) => id), [columns]);
  const definitions = useMemo(() => columns.map(({ id, heading }) => ({ id, header: heading })), [columns]);
  const table = useTable(
    { features, data: rows, columns: definitions, getRowId: idOf, state: { columnOrder, columnVisibility } },
    nothing,
  );
  const leaves = table.getVisibleLeafColumns();
  const shown = useMemo(
    () => leaves.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []),
    [leaves, columns],
  );
  // Rows are rendered straight from the data: a table model per row would only add garbage-collection work.
  return { shown, dropped: fitted.dropped, widths: fitted.widths };
}
