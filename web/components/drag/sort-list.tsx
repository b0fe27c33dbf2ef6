import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { registerActions } from '../../lib/actions.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon } from '../icon.tsx';
import type { Dragged, Zone } from './use-drag-row.ts';
import { useDragRow } from './use-drag-row.ts';
import './sort-list.css';

type SortListProps<Row extends { id: string }> = {
  label: string;
  /** Tells this list from others in the same drag area. */
  kind: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Whether a row of another list may be dropped into a row of this one. */
  takes?: (dragged: Dragged) => boolean;
  /** Whether a row of another list may be dropped between rows of this one. */
  takesBeside?: (dragged: Dragged) => boolean;
  /** Rows can be reordered only within their group. */
  groupOf?: (row: Row) => string;
  /** Moves a row before another; null moves it to the end. Absent when the order is fixed. */
  onPlace?: ((row: Row, beforeId: string | null) => void) | undefined;
  /** false: rows can be dragged to other lists even when their own order is fixed. */
  fixed?: boolean;
  /** Not all rows are loaded, so nothing can be placed after the last one yet. */
  more?: boolean;
  /** Further lower-case keys and their action on the focused row. */
  keys?: Record<string, (row: Row) => void> | undefined;
  markOf?: (row: Row) => 'selected' | undefined;
  children: (row: Row) => ReactNode;
};

/** A manually sorted list: drag rows, or press Alt with an arrow key. Arrow keys alone move the focus. */
export function SortList<Row extends { id: string }>(props: SortListProps<Row>) {
  const { label, rows, onPlace, groupOf = () => '', more = false } = props;
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string | null>(null);
  // Moving a row's element drops its focus, so it is restored here.
  useEffect(() => {
    if (!moved.current || rows.length === 0) return;
    rowElement(list.current, moved.current)?.querySelector<HTMLElement>('.drag-grip')?.focus();
    moved.current = null;
  }, [rows]);

  useWalkKeys(list);

  const step = (row: Row, by: -1 | 1) => {
    const at = rows.indexOf(row);
    const other = rows[at + by];
    if (!onPlace || !other || groupOf(other) !== groupOf(row)) return;
    const beforeId = by < 0 ? other.id : (rows[at + 2]?.id ?? null);
    if (beforeId === null && more) return;
    moved.current = row.id;
    onPlace(row, beforeId);
  };
  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    const own = event.altKey ? undefined : props.keys?.[event.key.toLowerCase()];
    if (isTyping(event.target) || event.ctrlKey || event.metaKey) return;
    if (by && event.altKey) step(row, by);
    else if (by) focusAlike(list.current, event.target, rows[rows.indexOf(row) + by]?.id);
    else if (own) own(row);
    else return;
    event.preventDefault();
  };
  return (
    <ul className="sort-list" aria-label={label} ref={list}>
      {rows.map((row, at) => (
        <SortRow
          key={row.id}
          list={props}
          row={row}
          isLast={at === rows.length - 1}
          onKeyDown={(event) => onKeyDown(event, row)}
        />
      ))}
    </ul>
  );
}

/** J and K move between rows, as in every list. */
function useWalkKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const walk = (by: -1 | 1) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const next = at < 0 ? rows.at(by > 0 ? 0 : -1) : rows[at + by];
      (next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input'))?.focus();
    };
    const common = { group: 'rows', keysOnly: true } as const;
    return registerActions([
      { ...common, id: 'list.next', keys: 'j', label: (texts) => texts.list.nextRow, run: () => walk(1) },
      { ...common, id: 'list.previous', keys: 'k', label: (texts) => texts.list.previousRow, run: () => walk(-1) },
    ]);
  }, [list]);
}

type RowProps<Row extends { id: string }> = {
  list: SortListProps<Row>;
  row: Row;
  isLast: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
};

function SortRow<Row extends { id: string }>({ list, row, isLast, onKeyDown }: RowProps<Row>) {
  const { drag } = useTexts();
  const { kind, onPlace, groupOf = () => '', rows } = list;
  const zones = (dragged: Dragged): Zone[] => {
    if (dragged.kind !== kind) {
      if (list.takesBeside?.(dragged)) return ['before', 'after'];
      return list.takes?.(dragged) ? ['inside'] : [];
    }
    const other = rows.find((one) => one.id === dragged.id);
    if (!onPlace || !other || other === row || groupOf(other) !== groupOf(row)) return [];
    return isLast && list.more ? ['before'] : ['before', 'after'];
  };
  const name = list.nameOf(row);
  const { ref, handlers, marks } = useDragRow({ kind, id: row.id, name, zones }, { fixed: list.fixed ?? !onPlace });
  return (
    <li
      ref={ref}
      {...handlers}
      {...marks}
      className="sort-row drag-row"
      data-row={row.id}
      data-mark={list.markOf?.(row)}
      onKeyDown={onKeyDown}
    >
      {onPlace && (
        <button
          type="button"
          className="drag-grip"
          aria-label={fillText(drag.grip, { name })}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title={drag.gripHint}
        >
          <Icon name="grip" />
        </button>
      )}
      {list.children(row)}
    </li>
  );
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('textarea, select, input:not([type="checkbox"])');
}

function rowElement(list: HTMLElement | null, id: string | undefined): HTMLElement | null {
  return id ? (list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null) : null;
}

/** Focuses the same control in another row. */
function focusAlike(list: HTMLElement | null, from: EventTarget, id: string | undefined): void {
  const here = (from as HTMLElement).closest('[data-row]');
  const there = rowElement(list, id);
  const within = (row: Element | null) => [...(row?.querySelectorAll<HTMLElement>('a[href], button, input') ?? [])];
  within(there)[within(here).indexOf(from as HTMLElement)]?.focus();
}

/** The row that a row dropped beside another one comes before; null for the end. */
export function beforeIdOf(rows: readonly { id: string }[], place: { id: string; zone: Zone }): string | null {
  if (place.zone === 'before') return place.id;
  const at = rows.findIndex((row) => row.id === place.id);
  return rows[at + 1]?.id ?? null;
}

export function reordered<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  beforeId: string | null,
): Row[] {
  const row = rows.find((one) => one.id === id);
  const others = rows.filter((one) => one.id !== id);
  const at = beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId);
  return row && at >= 0 ? others.toSpliced(at, 0, row) : [...rows];
}
