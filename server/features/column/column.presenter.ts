import type { ColumnNode } from '@lectern/contract/features/column.ts';
import type { ColumnCount, ColumnRecord } from './column.repository.ts';

export function presentColumn(column: ColumnRecord, counts: ReadonlyMap<string, ColumnCount>): ColumnNode {
  const { held, shown } = counts.get(column.id) ?? { held: 0, shown: 0 };
  return {
    id: column.id,
    parentId: column.parent_id,
    name: column.name,
    slug: column.slug,
    description: column.description,
    visible: column.visible,
    mode: column.mode as ColumnNode['mode'],
    rule: column.rule,
    sortRule: column.sort_rule as ColumnNode['sortRule'],
    itemLimit: column.item_limit,
    // The file id changes the URL with every new cover, so browsers don't show a cached one.
    cover: column.cover_file_id ? `/columns/${column.id}/cover?file=${column.cover_file_id}` : null,
    shown,
    held,
    withheld: column.withheld,
    version: column.version,
  };
}

/** Values recorded in activities and restored by reverts. */
export function columnValues(column: ColumnRecord) {
  return {
    name: column.name,
    slug: column.slug,
    description: column.description,
    visible: column.visible,
    mode: column.mode,
    rule: column.rule,
    sortRule: column.sort_rule,
    itemLimit: column.item_limit,
  };
}
