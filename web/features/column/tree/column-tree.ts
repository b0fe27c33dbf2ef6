import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { treeRows } from '../../../components/tree/tree-model.ts';

/** Columns that readers don't see because one above them is hidden. */
export function hiddenFromAbove(columns: readonly ColumnNode[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const below = new Set<string>();
  for (const { node } of treeRows(columns, () => true)) {
    const isBelow = node.parentId !== null && hidden.has(node.parentId);
    if (isBelow) below.add(node.id);
    if (isBelow || !node.visible) hidden.add(node.id);
  }
  return below;
}

/** What a search looks at. */
export function columnText({ name, slug }: ColumnNode): string {
  return `${name} ${slug}`;
}
