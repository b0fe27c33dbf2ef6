import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

export type NewTask = {
  kind: string;
  title: string;
  objectType?: string;
  objectId?: string;
  details?: Record<string, unknown>;
  dedupeKey?: string;
  createdBy: string | null;
  assigneeId?: string;
  departmentId?: string | null;
  /** The assignee when no route matches and the rule falls back to the owner. */
  ownerId?: string | null;
  dueAt?: Date | null;
};

/** What the rules decide about a new task. */
export type Placed = {
  assigneeId: string | null;
  routedTo: string | null;
  priority: number;
  dueDays: number | null;
  forRole: number | null;
};

export function findOpenTask(db: Executor, dedupeKey: string) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .where('state', 'in', ['open', 'doing'])
    .executeTakeFirst();
}

/** Undefined when the matter already has an open task. */
export function insertTask(db: Executor, task: NewTask, placed: Placed) {
  return (
    db
      .insertInto('tasks')
      .values({
        id: newId(),
        kind: task.kind,
        title: task.title,
        object_type: task.objectType ?? null,
        object_id: task.objectId ?? null,
        details: JSON.stringify(task.details ?? {}),
        dedupe_key: task.dedupeKey ?? null,
        created_by: task.createdBy,
        assignee_id: placed.assigneeId,
        routed_to: placed.routedTo,
        priority: placed.priority,
        for_role: placed.forRole,
        department_id: task.departmentId ?? null,
        due_at:
          task.dueAt ?? (placed.dueDays === null ? null : sql<Date>`now() + ${placed.dueDays} * interval '1 day'`),
      })
      // States must be literals: a cached plan with parameters could not use the partial index.
      .onConflict((conflict) =>
        conflict.column('dedupe_key').where(sql<boolean>`state in ('open', 'doing')`).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
  );
}

/** A task closed by hand while its state lasts. */
export function findDismissedTask(db: Executor, dedupeKey: string) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .where(sql<boolean>`dismissed`)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Undefined fields keep their value. */
export type Renewal = {
  title: string;
  details: Record<string, unknown>;
  assigneeId?: string | null;
  departmentId?: string | null;
  dueAt?: Date | null;
};

export async function updateTask(db: Executor, dedupeKey: string, renewal: Renewal): Promise<void> {
  const details = JSON.stringify(renewal.details);
  const assignee = renewal.assigneeId === undefined ? sql`assignee_id` : sql`${renewal.assigneeId}::uuid`;
  const department = renewal.departmentId === undefined ? sql`department_id` : sql`${renewal.departmentId}::uuid`;
  const due = renewal.dueAt === undefined ? sql`due_at` : sql`${renewal.dueAt}::timestamptz`;
  await sql`
    update tasks set title = ${renewal.title}, details = ${details}::jsonb, assignee_id = ${assignee},
      department_id = ${department}, due_at = ${due}, updated_at = now(), version = version + 1
    where dedupe_key = ${dedupeKey} and state in ('open', 'doing')
      and (title, details, assignee_id, department_id, due_at)
        is distinct from (${renewal.title}, ${details}::jsonb, ${assignee}, ${department}, ${due})`.execute(db);
}

export function updateTasksClosed(db: Executor, dedupeKey: string, state: 'done' | 'cancelled') {
  return db
    .updateTable('tasks')
    .set((set) => ({
      state,
      closed_at: set.fn<Date>('now'),
      closed_by_rule: true,
      updated_at: set.fn<Date>('now'),
      version: set('version', '+', 1),
    }))
    .where('dedupe_key', '=', dedupeKey)
    .where('state', 'in', ['open', 'doing'])
    .returning('id')
    .execute();
}

/** Clears the dismissal when the state ends, so it opens a new task if it comes back. */
export async function updateMatterOver(db: Executor, dedupeKey: string): Promise<void> {
  await sql`update tasks set dismissed = false where dedupe_key = ${dedupeKey} and dismissed`.execute(db);
}

export async function countTasksOf(db: Executor, assigneeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('assignee_id', '=', assigneeId)
    .where('state', 'in', ['open', 'doing'])
    .executeTakeFirstOrThrow();
  return count;
}

/** The open tasks of a person wait for another assignee. */
export async function unassignOpenTasks(transaction: Executor, assigneeId: string): Promise<void> {
  await transaction
    .updateTable('tasks')
    .set({ assignee_id: null })
    .where('assignee_id', '=', assigneeId)
    .where('state', 'in', ['open', 'doing'])
    .execute();
}

export async function updateAssignee(
  db: Executor,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  if (only?.length === 0) return [];
  const moved = await db
    .updateTable('tasks')
    .set((set) => ({ assignee_id: to, updated_at: set.fn<Date>('now'), version: set('version', '+', 1) }))
    .where('assignee_id', '=', from)
    .where('state', 'in', ['open', 'doing'])
    .$if(only !== undefined, (query) => query.where('id', 'in', only ?? []))
    .returning('id')
    .execute();
  return moved.map((task) => task.id);
}
