import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

/** The ids of these tags; those that are missing are made. */
export async function ensureTags(transaction: Executor, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    await transaction
      .insertInto('tags')
      .values({ id: newId(), name })
      .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
      .execute();
    const { rows } = await sql<{ id: string }>`select id from tags where lower(name) = lower(${name})`.execute(
      transaction,
    );
    if (rows[0]) ids.push(rows[0].id);
  }
  return [...new Set(ids)];
}

export async function findSubjectNamed(db: Executor, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from subjects where lower(name) = lower(${name}) order by id limit 1`.execute(db);
  return rows[0]?.id;
}
