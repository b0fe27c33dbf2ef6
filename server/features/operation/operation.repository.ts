import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Operations } from '../../platform/db/schema.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

export type Operation = Selectable<Operations>;
export type OperationState = OperationRow['state'];

export async function insertOperation(db: Executor, operation: Insertable<Operations>): Promise<void> {
  await db.insertInto('operations').values(operation).execute();
}

export async function findOperation(db: Executor, id: string): Promise<Operation | undefined> {
  return db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Joined with the newest attempt to undo it. */
function selectPresentable(db: Executor) {
  return db
    .selectFrom('operations')
    .selectAll('operations')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('operations as undo')
          .select(['undo.id as undo_id', 'undo.state as undo_state', 'undo.failed as undo_failed'])
          .whereRef('undo.undo_of', '=', 'operations.id')
          .orderBy('undo.id', 'desc')
          .limit(1)
          .as('undo'),
      (join) => join.onTrue(),
    )
    .select(['undo.undo_id', 'undo.undo_state', 'undo.undo_failed'])
    .select(
      sql<string | null>`case when operations.total = 1 then (
        select label from operation_items where operation_id = operations.id) end`.as('only_label'),
    );
}

export async function findPresentable(db: Executor, id: string) {
  return selectPresentable(db).where('operations.id', '=', id).executeTakeFirst();
}

export type PresentableOperation = NonNullable<Awaited<ReturnType<typeof findPresentable>>>;

/** Ids are time-ordered, so newest first is descending id order. */
export async function listOperationsOf(
  db: Executor,
  wanted: { actorId: string; after: string | undefined; limit: number },
): Promise<PresentableOperation[]> {
  return selectPresentable(db)
    .where('operations.actor_id', '=', wanted.actorId)
    .$if(wanted.after !== undefined, (query) => query.where('operations.id', '<', wanted.after ?? ''))
    .orderBy('operations.id', 'desc')
    .limit(wanted.limit)
    .execute();
}

export async function updateJob(db: Executor, id: string, jobId: string): Promise<void> {
  await db.updateTable('operations').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Returns false when a concurrent call changed the state first. */
export async function updateState(
  db: Executor,
  id: string,
  from: readonly OperationState[],
  to: OperationState,
  cause: string | null = null,
): Promise<boolean> {
  const ends = to === 'done' || to === 'cancelled' || to === 'failed';
  const moved = await db
    .updateTable('operations')
    .set({ state: to, cause, ...(ends && { finished_at: sql<Date>`clock_timestamp()` }) })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export async function updateCancelAsked(db: Executor, id: string): Promise<boolean> {
  const asked = await db
    .updateTable('operations')
    .set({ cancel_asked_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('cancel_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return asked !== undefined;
}

export async function isCancelAsked(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('id', '=', id)
    .where('cancel_asked_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type Tally = { done: number; skipped: number; failed: number };

export async function updateTally(db: Executor, id: string, added: Tally): Promise<void> {
  await db
    .updateTable('operations')
    .set({
      done: sql`done + ${added.done}`,
      skipped: sql`skipped + ${added.skipped}`,
      failed: sql`failed + ${added.failed}`,
    })
    .where('id', '=', id)
    .execute();
}

export async function updateUndone(db: Executor, id: string, added: number): Promise<void> {
  await db
    .updateTable('operations')
    .set({ undone: sql`undone + ${added}` })
    .where('id', '=', id)
    .execute();
}

export async function updateTotal(db: Executor, id: string, total: number): Promise<void> {
  await db.updateTable('operations').set({ total }).where('id', '=', id).execute();
}

/** Held until the transaction ends, so two workers that both picked up the operation take turns. */
export async function lockOperation(transaction: Executor, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operation ${id}`}, 0))`.execute(transaction);
}

export async function findIdByJob(db: Executor, jobId: string): Promise<string | undefined> {
  const row = await db.selectFrom('operations').select('id').where('job_id', '=', jobId).executeTakeFirst();
  return row?.id;
}

/** Items are deleted with their operation; the changes remain in the activity history. */
export const operationMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'operations ended more than a year ago',
    table: sql`operations`,
    where: sql`finished_at < now() - interval '1 year'`,
  }),
];
