import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { askColumn } from '../column-dialog.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { type Step, stepPlace, type TreeRow } from './column-tree.ts';

type Options = {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  columns: readonly ColumnNode[];
  mayManage: boolean;
  onFocus: (id: string) => void;
  onChoose: (id: string) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu: (column: ColumnNode, anchor: HTMLElement) => void;
};

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Keys of a tree as everywhere, and with Alt the same keys move the column itself. */
export function useTreeKeys({ tree, rows, columns, mayManage, onFocus, onChoose, onToggle, onMenu }: Options) {
  const deeds = useColumnDeeds();
  const moved = useRef<string | null>(null);
  const elementOf = (id: string) => tree.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
  // A row that changes its place in the page loses the focus.
  useEffect(() => {
    if (!moved.current || rows.length === 0) return;
    tree.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = null;
  }, [rows, tree]);

  const focus = (row: TreeRow | undefined) => {
    if (!row) return;
    onFocus(row.column.id);
    elementOf(row.column.id)?.focus();
  };
  const move = (row: TreeRow, step: Step) => {
    const place = stepPlace(columns, row.column.id, step);
    if (!place) return;
    moved.current = row.column.id;
    if (step === 'in' && place.parentId) onToggle(place.parentId, true);
    void deeds.place(row.column.id, place);
  };
  const manage = (event: KeyboardEvent, row: TreeRow): boolean => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step) move(row, step);
    else if (event.key === 'Delete') askColumn({ kind: 'delete', column: row.column });
    else if (event.key === 'n' && !event.altKey) askColumn({ kind: 'create', parent: row.column });
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const anchor = elementOf(row.column.id);
      if (anchor) onMenu(row.column, anchor);
    } else return false;
    return true;
  };
  const walk = (event: KeyboardEvent, at: number, row: TreeRow): boolean => {
    if (event.altKey) return false;
    const { id, parentId } = row.column;
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1]);
        break;
      case 'ArrowUp':
        focus(rows[at - 1]);
        break;
      case 'Home':
        focus(rows[0]);
        break;
      case 'End':
        focus(rows.at(-1));
        break;
      case 'ArrowRight':
        if (row.open) focus(rows[at + 1]);
        else if (row.children > 0) onToggle(id, true);
        break;
      case 'ArrowLeft':
        if (row.open) onToggle(id, false);
        else focus(rows.find(({ column }) => column.id === parentId));
        break;
      case 'Enter':
      case ' ':
        onChoose(id);
        break;
      default:
        return false;
    }
    return true;
  };

  return (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.column;
    const at = rows.findIndex(({ column }) => column.id === id);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey) return;
    if ((mayManage && manage(event, row)) || walk(event, at, row)) event.preventDefault();
  };
}
