import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** The dirty marks of an item. A scan that starts after this read sees the changes behind them. */
export async function listDirtyMarks(db: Executor, resourceId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sensitive_scan_wishes where resource_id = ${resourceId}`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes only the marks that the scan read: a later mark stands for a change it didn't see. */
export async function deleteDirtyMarks(transaction: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from sensitive_scan_wishes where id = any (${ids}::bigint[])`.execute(transaction);
}

export async function insertDirtyMark(transaction: Executor, resourceId: string): Promise<void> {
  await sql`insert into sensitive_scan_wishes (resource_id) values (${resourceId})`.execute(transaction);
}

export const isAnyItemDue = sql<boolean>`exists (select from sensitive_scan_wishes where due_at <= now())`;

/** Number of marks read to find the items they belong to. */
const looked = 200;

/**
 * Takes items whose marks are due: half the newest, because their editors are waiting, and half the oldest. A taken mark
 * is due again later with a growing delay, in case the scan fails. A resource in its first processing run is held back:
 * that run ends with a scan.
 */
export async function takeDueItems(db: Executor, most: number): Promise<string[]> {
  const half = Math.ceil(most / 2);
  const { rows } = await sql<{ resource_id: string; held: boolean }>`
    with latest as (
      select resource_id from (select resource_id, id from sensitive_scan_wishes where due_at <= now()
        order by id desc limit ${looked}) picked group by resource_id order by max(id) desc limit ${half}
    ), oldest as (
      select resource_id from (select resource_id, due_at, id from sensitive_scan_wishes where due_at <= now()
        order by due_at, id limit ${looked}) picked group by resource_id order by min(id) limit ${half}
    ), chosen as (
      select resource_id, exists (select from resources
          join jobs on jobs.version_id = resources.version_id and jobs.kind = 'scan'
        where resources.id = resource_id and resources.state = 'processing'
          and jobs.state in ('pending', 'queued', 'running')) as held
      from (select resource_id from latest union select resource_id from oldest) picked
    ), taken as (
      update sensitive_scan_wishes mark set
        tries = case when held then tries else least(tries + 1, 10) end,
        due_at = now() + case when held then interval '20 seconds'
          else least(interval '1 minute' * power(2, tries), interval '1 hour') end
      from chosen
      where mark.id in (
        select id from sensitive_scan_wishes where resource_id in (select resource_id from chosen) and due_at <= now()
        order by id for update skip locked)
        and mark.resource_id = chosen.resource_id
      returning mark.resource_id, chosen.held
    )
    select distinct resource_id, held from taken`.execute(db);
  return rows.filter((row) => !row.held).map((row) => row.resource_id);
}
