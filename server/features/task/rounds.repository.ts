import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { LockedTask } from './task-change.repository.ts';

const mostAtOnce = 1000;

/** Takes tasks whose snooze ended; each is returned once, to notify its people. */
export async function takeWoken(transaction: Executor): Promise<LockedTask[]> {
  const { rows } = await sql<LockedTask>`
    update tasks set snoozed_until = null, updated_at = now(), version = version + 1
    where id in (select id from tasks where snoozed_until <= now() and state in ('open', 'doing')
      limit ${mostAtOnce} for update skip locked)
    returning *`.execute(transaction);
  return rows;
}

/** Takes tasks due within a day, once per due date. */
export async function takeDue(transaction: Executor): Promise<LockedTask[]> {
  const { rows } = await sql<LockedTask>`
    update tasks set due_told_at = due_at
    where id in (select id from tasks where state in ('open', 'doing') and assignee_id is not null
      and coalesce(due_at, 'infinity'::timestamptz) <= now() + interval '1 day' and due_told_at is distinct from due_at
      and (snoozed_until is null or snoozed_until <= now())
      -- What came into being as something for the same day was told of just now.
      and created_at < now() - interval '1 hour'
      limit ${mostAtOnce} for update skip locked)
    returning *`.execute(transaction);
  return rows;
}

export type DirtyMark = { id: number; kind: string; object_id: string };

export const isAnyMarkDue = sql<boolean>`exists (select from task_wishes where due_at <= now())`;

/** Takes due dirty marks and deletes them; a rollback brings them back. */
export async function takeMarks(transaction: Executor, most: number): Promise<DirtyMark[]> {
  const { rows } = await sql<DirtyMark>`
    delete from task_wishes where id in (
      select id from task_wishes where due_at <= now() order by due_at, id limit ${most} for update skip locked)
    returning id, kind, object_id`.execute(transaction);
  return rows;
}

/** Retries failed marks later, with growing delay. */
export async function postponeMarks(db: Executor, ids: readonly number[]): Promise<void> {
  await sql`update task_wishes set tries = least(tries + 1, 10),
      due_at = now() + least(interval '1 minute' * power(2, tries), interval '1 hour')
    where id = any (${ids}::bigint[])`.execute(db);
}
