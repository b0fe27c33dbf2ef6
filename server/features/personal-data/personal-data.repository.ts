import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type Part, type Place, personSecrets } from './personal-data-parts.ts';

const rowsAtOnce = 500;

function rowsOf(place: Place, userId: string): RawBuilder<unknown> {
  const { table, column, only } = place;
  return sql`${sql.table(table)} as place_row where place_row.${sql.id(column)} = ${userId}
    ${only ? sql`and (${sql.raw(only)})` : sql``}`;
}

export async function countPart(db: Executor, { places }: Part, userId: string): Promise<number> {
  // A row that names the person in several columns is counted once.
  const tables = Map.groupBy(places, ({ table }) => table);
  const counts = [...tables.values()].map((same) => {
    const [first] = same;
    const any = same.map(
      ({ column, only }) => sql`(place_row.${sql.id(column)} = ${userId} and ${sql.raw(only ?? 'true')})`,
    );
    return sql`(select count(*) from ${sql.table(first?.table ?? '')} as place_row where ${sql.join(any, sql` or `)})`;
  });
  const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export function findPerson(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'account', 'role_id', 'access', 'version', 'erased_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Activities that hold an IP address of the person. */
export async function countAddresses(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from activities where actor_id = ${userId} and ip is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function readPerson(db: Executor, userId: string): Promise<unknown> {
  const { rows } = await sql<{ person: unknown }>`
    select to_jsonb(users) - ${personSecrets}::text[] as person from users where id = ${userId}`.execute(db);
  return rows[0]?.person;
}

/** Activities about the person, without the actors' IP addresses. */
export function aboutPerson(userId: string): RawBuilder<unknown> {
  return sql`select to_jsonb(place_row) - '{ip,request_id,actor_id}'::text[] as row from activities as place_row
    where place_row.object_type = 'user' and place_row.object_id = ${userId} order by place_row.id`;
}

export function rowsAt(place: Place, userId: string): RawBuilder<unknown> {
  return sql`select to_jsonb(place_row) - ${[...(place.without ?? [])]}::text[] as row from ${rowsOf(place, userId)}`;
}

/** Streams rows in batches through a cursor; requires an open transaction. */
export async function* walkRows(transaction: Executor, rows: RawBuilder<unknown>): AsyncGenerator<unknown> {
  await sql`declare told_rows no scroll cursor for ${rows}`.execute(transaction);
  for (;;) {
    const batch = await sql<{ row: unknown }>`fetch ${sql.lit(rowsAtOnce)} from told_rows`.execute(transaction);
    for (const { row } of batch.rows) yield row;
    if (batch.rows.length < rowsAtOnce) break;
  }
  await sql`close told_rows`.execute(transaction);
}

export async function deletePlace(transaction: Executor, place: Place, userId: string): Promise<void> {
  const { table, column, only, forget } = place;
  if (forget) {
    await sql`update ${sql.table(table)} set ${sql.id(column)} = null where ${sql.id(column)} = ${userId}`.execute(
      transaction,
    );
    return;
  }
  await sql`delete from ${sql.table(table)} where ${sql.id(column)} = ${userId}
    ${only ? sql`and (${sql.raw(only)})` : sql``}`.execute(transaction);
}

export async function nextErasedNumber(transaction: Executor): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('erased_people') as number`.execute(transaction);
  return rows[0]?.number ?? 0;
}
