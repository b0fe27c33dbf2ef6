import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

const rowsAtOnce = 5_000;

type Sums = {
  table: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** Each key keeps one row per combination of these values. */
  facets?: readonly RawBuilder<unknown>[];
  sums: readonly RawBuilder<unknown>[];
};

/**
 * Replaces each key's difference rows with their sum; returns how many rows that saved. One statement deletes and
 * inserts, so readers never see a partial sum, and concurrent folds skip each other's rows.
 */
export async function foldSums(
  db: Db,
  { table, key, facets = [], sums }: Sums,
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
