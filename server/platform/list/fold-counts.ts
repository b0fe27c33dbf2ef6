import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Small batches, so no lock is held for long. */
const rowsAtOnce = 5_000;

type Group = { list: string; tab: string; department_id: string | null; open: boolean };

/**
 * Replaces the differences written by triggers with one sum per tab and department; returns how many rows that saved.
 * One statement deletes and inserts, so readers never see a partial sum; rows written at the same time stay for the
 * next fold, and concurrent folds skip each other's rows.
 */
export async function foldListCounts(db: Db, signal?: AbortSignal): Promise<number> {
  let saved = 0;
  for (const group of await listGroupsToFold(db)) {
    for (let more = true; more && !signal?.aborted; ) {
      const { taken, left } = await foldSome(db, group);
      saved += taken - left;
      more = taken === rowsAtOnce;
    }
  }
  return saved;
}

async function listGroupsToFold(db: Db): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select list, tab, department_id, open from list_counts
    group by list, tab, department_id, open having count(*) > 1`.execute(db);
  return rows;
}

async function foldSome(db: Db, { list, tab, department_id, open }: Group): Promise<{ taken: number; left: number }> {
  const department = department_id === null ? sql`department_id is null` : sql`department_id = ${department_id}`;
  const { rows } = await sql<{ taken: number; left: number }>`
    with taken as (
      delete from list_counts where ctid = any (array(
        select ctid from list_counts where list = ${list} and tab = ${tab} and ${department} and open = ${open}
        limit ${rowsAtOnce} for update skip locked))
      returning delta
    ), folded as (
      insert into list_counts (list, tab, department_id, open, delta)
      select ${list}, ${tab}, ${department_id}::uuid, ${open}, sum(delta) from taken having sum(delta) <> 0
      returning 1
    )
    select (select count(*) from taken) as taken, (select count(*) from folded) as left`.execute(db);
  return rows[0] ?? { taken: 0, left: 0 };
}
