import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type Wish = { id: number; kind: string; object_id: string };

export async function isAnyWishDue(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from task_wishes where due_at <= now()) as due`.execute(db);
  return rows[0]?.due === true;
}

/** Some notes of changes that are due, for this transaction alone; they go with it. */
export async function takeWishes(transaction: Executor, most: number): Promise<Wish[]> {
  const { rows } = await sql<Wish>`
    delete from task_wishes where id in (
      select id from task_wishes where due_at <= now() order by due_at, id limit ${most} for update skip locked)
    returning id, kind, object_id`.execute(transaction);
  return rows;
}

/** What did not come off is due again later, and each time later still. */
export async function updateWishesLater(db: Executor, ids: readonly number[]): Promise<void> {
  await sql`update task_wishes set tries = least(tries + 1, 10),
      due_at = now() + least(interval '1 minute' * power(2, tries), interval '1 hour')
    where id = any (${ids}::bigint[])`.execute(db);
}
