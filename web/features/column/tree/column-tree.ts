import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { treeRows as rowsOf, withLines } from '../../../components/tree/tree.ts';

export type { Step, TreePlace as ColumnPlace } from '../../../components/tree/tree.ts';
export {
  lineOf,
  placeAt,
  placeOf,
  samePlace,
  stepPlace,
  subtreeIds,
  withPlace,
} from '../../../components/tree/tree.ts';

export type TreeRow = { column: ColumnNode; depth: number; children: number; open: boolean; hiddenAbove: boolean };

/** The tree as it is read: every parent before its children. Of closed ones only themselves. */
export function treeRows(columns: readonly ColumnNode[], isOpen: (id: string) => boolean): TreeRow[] {
  const hidden = new Set<string>();
  return rowsOf(columns, isOpen).map(({ node, depth, children, open }) => {
    const hiddenAbove = node.parentId !== null && hidden.has(node.parentId);
    if (hiddenAbove || !node.visible) hidden.add(node.id);
    return { column: node, depth, children, open, hiddenAbove };
  });
}

/** Those whose name or address holds the words, and what they stand below. */
export function searchColumns(columns: readonly ColumnNode[], text: string): ColumnNode[] {
  const wanted = text.trim().toLowerCase();
  return withLines(columns, ({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
}
