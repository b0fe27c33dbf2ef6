import { sql } from 'kysely';
import type { ResourceUses } from '../resource/public.ts';

/** Columns that hold resources by hand. */
export const columnUses: ResourceUses = {
  kind: 'column',
  async list(db, resourceId) {
    const { rows } = await sql<{ id: string; name: string; way: string }>`
      select columns.id, columns.name, (
        select string_agg(above.name, ' / ' order by length(above.path)) from columns above
        where columns.path like above.path || '%') as way
      from column_items join columns on columns.id = column_items.column_id
      where column_items.resource_id = ${resourceId} and columns.mode = 'manual' order by way, columns.id`.execute(db);
    return rows.map(({ id, name, way }) => ({
      kind: 'column' as const,
      name,
      link: `/app/resource/column?column=${id}`,
      detail: way === name ? null : way,
    }));
  },
  async count(db, resourceIds) {
    const { rows } = await sql<{ resource_id: string; count: number }>`
      select resource_id, count(*) as count from column_items
        join columns on columns.id = column_items.column_id and columns.mode = 'manual'
      where resource_id = any(${resourceIds}::uuid[]) group by resource_id`.execute(db);
    return new Map(rows.map((row) => [row.resource_id, row.count]));
  },
  async handOver(transaction, fromId, toId) {
    await sql`insert into column_items (column_id, resource_id, position, pinned, added_by)
      select column_id, ${toId}::uuid, position, pinned, added_by from column_items where resource_id = ${fromId}::uuid
      on conflict (column_id, resource_id) do update set pinned = column_items.pinned or excluded.pinned`.execute(
      transaction,
    );
    await transaction.deleteFrom('column_items').where('resource_id', '=', fromId).execute();
  },
};
