import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type HeldItem = { resourceId: string; position: number; pinned: boolean };

/** Appends resources in the given order; those already in the column keep their position. Returns the new ones. */
export async function appendItems(
  transaction: Executor,
  columnId: string,
  resourceIds: readonly string[],
  addedBy: string,
): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    insert into column_items (column_id, resource_id, position, added_by)
    select ${columnId}::uuid, given.id, last.position + given.place, ${addedBy}::uuid
    from unnest(${resourceIds}::uuid[]) with ordinality given (id, place),
      (select coalesce(max(position), 0) as position from column_items where column_id = ${columnId}::uuid) last
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

export async function findItem(db: Executor, columnId: string, resourceId: string): Promise<HeldItem | undefined> {
  const row = await db
    .selectFrom('column_items')
    .select(['resource_id', 'position', 'pinned'])
    .where('column_id', '=', columnId)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return row && { resourceId: row.resource_id, position: row.position, pinned: row.pinned };
}

type Group = { pinned: boolean; without: string };

/** Positions of the pinned or the unpinned items, without the one being moved. */
function placesIn(db: Executor, columnId: string, { pinned, without }: Group) {
  return db
    .selectFrom('column_items')
    .select('position')
    .where('column_id', '=', columnId)
    .where('pinned', '=', pinned)
    .where('resource_id', '!=', without)
    .limit(1);
}

/** The position of the last item before a given position, or of the last item at all. */
export async function findItemBefore(
  db: Executor,
  columnId: string,
  group: Group & { before: number | null },
): Promise<number | undefined> {
  const row = await placesIn(db, columnId, group)
    .$if(group.before !== null, (query) => query.where('position', '<', group.before))
    .orderBy('position', 'desc')
    .executeTakeFirst();
  return row?.position;
}

export async function findFirstItem(db: Executor, columnId: string, group: Group): Promise<number | undefined> {
  const row = await placesIn(db, columnId, group).orderBy('position').executeTakeFirst();
  return row?.position;
}

export async function updateItem(
  transaction: Executor,
  columnId: string,
  resourceId: string,
  place: { position: number; pinned: boolean },
): Promise<void> {
  await transaction
    .updateTable('column_items')
    .set(place)
    .where('column_id', '=', columnId)
    .where('resource_id', '=', resourceId)
    .execute();
}

export async function renumberItems(transaction: Executor, columnId: string): Promise<void> {
  await sql`update column_items set position = numbered.place
    from (select resource_id, row_number() over (order by pinned desc, position, resource_id) as place
      from column_items where column_id = ${columnId}) numbered
    where column_id = ${columnId} and column_items.resource_id = numbered.resource_id`.execute(transaction);
}

/**
 * Moves the items of some columns to the end of another in their order, pins to the end of its pins. Items already
 * there keep their position.
 */
export async function handItemsOver(
  transaction: Executor,
  from: readonly string[],
  toId: string,
  movedBy: string,
): Promise<void> {
  await sql`
    insert into column_items (column_id, resource_id, position, pinned, added_by)
    select ${toId}::uuid, held.resource_id,
      last.position + row_number() over (order by held.pinned desc, held.place), held.pinned, ${movedBy}::uuid
    from (
      select resource_id, bool_or(pinned) as pinned,
        min(array_position(${from}::uuid[], column_id) * 1e9 + position) as place
      from column_items where column_id = any(${from}::uuid[]) group by resource_id
    ) held, (select coalesce(max(position), 0) as position from column_items where column_id = ${toId}::uuid) last
    on conflict (column_id, resource_id) do nothing`.execute(transaction);
}

export async function countHeld(db: Executor, columnIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct column_items.resource_id) as count from column_items
      join resources on resources.id = column_items.resource_id and resources.state not in ('trashed', 'purged')
    where column_id = any(${columnIds}::uuid[])`.execute(db);
  return rows[0]?.count ?? 0;
}
