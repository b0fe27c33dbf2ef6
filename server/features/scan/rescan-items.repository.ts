import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SavedScan } from './scan.service.ts';

/** Resources and other items alike. */
const live = sql`item.state not in ('trashed', 'purged')`;

export async function insertAllItems(db: Executor, rescanId: string): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id) select ${rescanId}, id from reviewed_items item where ${live}
    on conflict do nothing`.execute(db);
}

/** What was found of words that changed may not be found any more. */
export async function insertItemsWithHits(db: Executor, rescanId: string, wordIds: readonly string[]): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id)
    select distinct ${rescanId}::uuid, item.id from sensitive_hits hit join reviewed_items item on item.id = hit.resource_id
    where hit.word_id = any (${wordIds}::uuid[]) and hit.state <> 'gone' and ${live}
    on conflict do nothing`.execute(db);
}

export async function insertItems(db: Executor, rescanId: string, resourceIds: readonly string[]): Promise<void> {
  await sql`
    insert into sensitive_rescan_items (rescan_id, resource_id)
    select ${rescanId}, id from reviewed_items item where id = any (${resourceIds}::uuid[]) and ${live}
    on conflict do nothing`.execute(db);
}

export async function countItems(db: Executor, rescanId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sensitive_rescan_items where rescan_id = ${rescanId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listItemsLeft(db: Executor, rescanId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    select resource_id from sensitive_rescan_items where rescan_id = ${rescanId} and not done
    order by resource_id limit ${most}`.execute(db);
  return rows.map((row) => row.resource_id);
}

/** In the transaction that saves the scan: nothing is counted twice. False when the rescan no longer runs. */
export async function noteItemDone(
  transaction: Executor,
  {
    rescanId,
    resourceId,
    flagged,
    cleared,
  }: Pick<SavedScan, 'flagged' | 'cleared'> & {
    rescanId: string;
    resourceId: string;
  },
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    with item as (
      update sensitive_rescan_items set done = true, flagged = ${flagged}
      where rescan_id = ${rescanId} and resource_id = ${resourceId} and not done returning 1
    )
    update sensitive_rescans set done = done + (select count(*) from item),
      flagged = flagged + case when ${flagged} then (select count(*) from item) else 0 end,
      cleared = cleared + case when ${cleared} then (select count(*) from item) else 0 end
    where id = ${rescanId} and state = 'running' returning state`.execute(transaction);
  return rows.length > 0;
}

/** The list is of use only while it is worked through. */
export async function deleteItems(transaction: Executor, rescanId: string): Promise<void> {
  await sql`delete from sensitive_rescan_items where rescan_id = ${rescanId}`.execute(transaction);
}
