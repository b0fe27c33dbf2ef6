import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog of the page. */
export type ColumnDialog =
  | { kind: 'create'; parent: ColumnNode | null }
  | { kind: 'move' | 'merge' | 'delete'; column: ColumnNode }
  | { kind: 'addItems' | 'cover'; column: ColumnNode };

export const columnDialog = createStore<ColumnDialog | null>(null);

export function askColumn(dialog: ColumnDialog): void {
  columnDialog.set(dialog);
}

export function closeColumnDialog(): void {
  columnDialog.set(null);
}
