import { type Selectable, sql, type Updateable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Tasks } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type TaskRecord, taskColumns, taskScope } from './task-record.ts';

export type LockedTask = Selectable<Tasks>;

/** Locks a task that the person may see. */
export async function lockTask(
  transaction: Executor,
  id: string,
  principal: Principal,
): Promise<LockedTask | undefined> {
  const { rows } = await sql<LockedTask>`
    select tasks.* from tasks where tasks.id = ${id} and ${taskScope(principal)} for update`.execute(transaction);
  return rows[0];
}

export async function findTaskRecord(db: Executor, id: string, principal: Principal): Promise<TaskRecord | undefined> {
  const { rows } = await sql<TaskRecord>`
    select ${taskColumns} from tasks where tasks.id = ${id} and ${taskScope(principal)}`.execute(db);
  return rows[0];
}

/** Ignores the scope, because someone who just changed a task may have assigned it away. */
export async function getTaskRecord(db: Executor, id: string): Promise<TaskRecord> {
  const { rows } = await sql<TaskRecord>`select ${taskColumns} from tasks where tasks.id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`There is no to-do ${id}`);
  return rows[0];
}

/** Returns the new version. */
export async function updateTaskColumns(db: Executor, id: string, columns: Updateable<Tasks>): Promise<number> {
  const { version } = await db
    .updateTable('tasks')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

type NewByHand = {
  id: string;
  title: string;
  note: string;
  priority: number;
  due_at: Date | null;
  assignee_id: string | null;
  department_id: string | null;
  link: string | null;
  created_by: string;
};

export async function insertByHand(db: Executor, task: NewByHand): Promise<void> {
  await db
    .insertInto('tasks')
    .values({ ...task, kind: 'byHand' })
    .execute();
}

/** A person who can be assigned: in the data scope, with an active account. */
export async function findAssignable(
  db: Executor,
  id: string,
  within: { departmentIds: readonly string[] | 'all'; selfId: string },
): Promise<{ name: string; department_id: string | null } | undefined> {
  const { departmentIds, selfId } = within;
  const { rows } = await sql<{ name: string; department_id: string | null }>`
    select name, department_id from users where id = ${id} and access = 0 and (id = ${selfId}
      or ${departmentIds === 'all' ? sql`true` : sql`department_id = any (${departmentIds}::uuid[])`})`.execute(db);
  return rows[0];
}

/** A person's open tasks, most urgent first, without snoozed ones. */
export async function listOwnTasks(db: Executor, userId: string, size: number): Promise<TaskRecord[]> {
  const { rows } = await sql<TaskRecord>`
    select ${taskColumns} from tasks where tasks.assignee_id = ${userId} and tasks.state in ('open', 'doing')
      and (tasks.snoozed_until is null or tasks.snoozed_until <= now())
    order by coalesce(tasks.due_at, 'infinity'::timestamptz), tasks.priority, tasks.id limit ${size}`.execute(db);
  return rows;
}

export async function countOwnTasks(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tasks where tasks.assignee_id = ${userId} and tasks.state in ('open', 'doing')
      and (tasks.snoozed_until is null or tasks.snoozed_until <= now())`.execute(db);
  return rows[0]?.count ?? 0;
}
