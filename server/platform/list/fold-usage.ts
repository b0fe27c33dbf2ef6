import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

const rowsAtOnce = 5_000;

/** What libraries hold, as one sum each. */
export function foldLibraryUsage(db: Db, signal?: AbortSignal): Promise<number> {
  return fold(db, { table: sql`library_usage`, key: sql`library_id`, sums: [sql`resources`, sql`bytes`] }, signal);
}

/** How often tags are used, as one sum each, and one for each kind and state. */
export async function foldTagUsage(db: Db, signal?: AbortSignal): Promise<number> {
  const facets = [sql`kind`, sql`state`, sql`work_failed`];
  const uses = await fold(db, { table: sql`tag_usage`, key: sql`tag_id`, sums: [sql`resources`] }, signal);
  return uses + (await fold(db, { table: sql`tag_facets`, key: sql`tag_id`, facets, sums: [sql`uses`] }, signal));
}

type Differences = {
  table: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** What each key has several sums by: few enough that a step takes them all. */
  facets?: readonly RawBuilder<unknown>[];
  sums: readonly RawBuilder<unknown>[];
};

/**
 * Takes rows away and adds their sum in one statement: whoever reads sees all of it or nothing, and two that fold at
 * once never take the same row. Answers how many rows it saved.
 */
async function fold(
  db: Db,
  { table, key, facets = [], sums }: Differences,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { rows: groups } = await sql<{ id: string }>`
    select distinct ${key} as id from ${table}
    group by ${sql.join([key, ...facets])} having count(*) > 1`.execute(db);
  const columns = [...facets, ...sums];
  const grouped = facets.length > 0 ? sql`group by ${sql.join(facets)}` : sql``;
  const totals = sums.map((sum) => sql`sum(${sum})`);
  const isLeft = sums.map((sum) => sql`sum(${sum}) <> 0`);
  let saved = 0;
  for (const { id } of groups) {
    for (let more = true; more && !signal?.aborted; ) {
      const { rows } = await sql<{ taken: number; left: number }>`
        with taken as (
          delete from ${table} where ctid = any (array(
            select ctid from ${table} where ${key} = ${id} limit ${rowsAtOnce} for update skip locked))
          returning ${sql.join(columns)}
        ), folded as (
          insert into ${table} (${sql.join([key, ...columns])})
          select ${sql.join([sql`${id}::uuid`, ...facets, ...totals])} from taken
          ${grouped} having ${sql.join(isLeft, sql` or `)}
          returning 1
        )
        select (select count(*) from taken) as taken, (select count(*) from folded) as left`.execute(db);
      const [{ taken, left } = { taken: 0, left: 0 }] = rows;
      saved += taken - left;
      more = taken === rowsAtOnce;
    }
  }
  return saved;
}
