import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type HeldItem = { resourceId: string; position: number; pinned: boolean };

/** At the end, in the order given; those that are in it already stay where they are. Answers the new ones. */
export async function appendItems(
  transaction: Executor,
  columnId: string,
  resourceIds: readonly string[],
  addedBy: string,
): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    insert into column_items (column_id, resource_id, position, added_by)
    select ${columnId}, given.id, last.position + given.place, ${addedBy}
    from unnest(${resourceIds}::uuid[]) with ordinality given (id, place),
      (select coalesce(max(position), 0) as position from column_items where column_id = ${columnId}) last
    order by given.place
    on conflict (column_id, resource_id) do nothing
    returning resource_id`.execute(transaction);
  return rows.map((row) => row.resource_id);
}

export async function deleteItems(
  transaction: Executor,
  columnId: string,
  resourceIds: readonly string[],
): Promise<HeldItem[]> {
  const { rows } = await sql<{ resource_id: string; position: number; pinned: boolean }>`
    delete from column_items where column_id = ${columnId} and resource_id = any(${resourceIds}::uuid[])
    returning resource_id, position, pinned`.execute(transaction);
  return rows.map(({ resource_id, position, pinned }) => ({ resourceId: resource_id, position, pinned }));
}

export async function putItemsBack(
  transaction: Executor,
  columnId: string,
  items: readonly HeldItem[],
  addedBy: string,
): Promise<void> {
  if (items.length === 0) return;
  await transaction
    .insertInto('column_items')
    .values(
      items.map((item) => ({
        column_id: columnId,
        resource_id: item.resourceId,
        position: item.position,
        pinned: item.pinned,
        added_by: addedBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(['column_id', 'resource_id']).doNothing())
    .execute();
}
