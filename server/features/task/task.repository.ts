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
};

export function findOpenTask(db: Executor, dedupeKey: string) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .where('state', 'in', ['open', 'doing'])
    .executeTakeFirst();
}

/** Nothing when another open task about the same matter is there already. */
export function insertTask(db: Executor, task: NewTask) {
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
        assignee_id: task.assigneeId ?? null,
      })
      // As values the states would be unknown to a plan that is kept, and no index would fit.
      .onConflict((conflict) =>
        conflict.column('dedupe_key').where(sql<boolean>`state in ('open', 'doing')`).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
  );
}

/** `assigneeId` left out: whoever has it keeps it. */
export type Renewal = { title: string; details: Record<string, unknown>; assigneeId?: string | null };

export async function updateTask(db: Executor, dedupeKey: string, renewal: Renewal): Promise<void> {
  const details = JSON.stringify(renewal.details);
  const assignee = renewal.assigneeId === undefined ? sql`assignee_id` : sql`${renewal.assigneeId}::uuid`;
  await sql`
    update tasks set title = ${renewal.title}, details = ${details}::jsonb, assignee_id = ${assignee}, updated_at = now(),
      version = version + 1
    where dedupe_key = ${dedupeKey} and state in ('open', 'doing')
      and (title, details, assignee_id) is distinct from (${renewal.title}, ${details}::jsonb, ${assignee})`.execute(
    db,
  );
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

export async function countTasksOf(db: Executor, assigneeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('assignee_id', '=', assigneeId)
    .where('state', 'in', ['open', 'doing'])
    .executeTakeFirstOrThrow();
  return count;
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
