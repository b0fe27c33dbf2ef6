import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type Executor, isDatabaseDown } from '../../platform/db/database.ts';
import { deferRows, stopDeferring } from '../../platform/db/deferred-rows.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ItemOutcome, OperationAction } from '../../platform/operation/operation-action.ts';
import { resultOf } from './carry-out-item.ts';
import type { Operation } from './operation.repository.ts';
import type { Item, ItemResult } from './operation-item.repository.ts';
import { writeDeferredRows } from './write-deferred-rows.ts';

export type Result = ItemResult & { position: number; objectId: string };

type Work = {
  operation: Operation;
  action: OperationAction;
  actor: SignedInContext;
  items: readonly Item[];
  inScope: ReadonlySet<string>;
};

/** All objects of a batch at once, where the action knows how; nothing: they have to be dealt with one by one. */
export async function carryOutTogether(transaction: Executor, work: Work): Promise<Result[] | undefined> {
  const { items, inScope, actor } = work;
  const reached = items.filter((item) => inScope.has(item.object_id));
  const deal = dealOf(transaction, work, reached);
  if (!deal) return undefined;
  await sql`savepoint operation_batch`.execute(transaction);
  const deferred = deferRows(transaction);
  try {
    const outcomes = await deal();
    await writeDeferredRows(transaction, deferred);
    await sql`release savepoint operation_batch`.execute(transaction);
    const byId = new Map(reached.map((item, index) => [item.object_id, outcomes[index]]));
    return items.map((item) => {
      const outcome = byId.get(item.object_id) ?? outOfReach(actor);
      return { ...resultOf(outcome, work), position: item.position, objectId: item.object_id };
    });
  } catch (error) {
    stopDeferring(transaction);
    if (isDatabaseDown(error)) throw error;
    await sql`rollback to savepoint operation_batch; release savepoint operation_batch`.execute(transaction);
    return undefined;
  }
}

function dealOf(transaction: Executor, { operation, action, actor }: Work, items: readonly Item[]) {
  const { applyAll, undoAll } = action;
  if (operation.undo_of) {
    const done = items.map((item) => ({ objectId: item.object_id, before: item.before, version: item.version ?? -1 }));
    return undoAll && (() => undoAll(transaction, done, actor));
  }
  const given = items.map((item) => ({ objectId: item.object_id, details: item.details as unknown }));
  return applyAll && (() => applyAll(transaction, given, action.input.parse(operation.input), actor));
}

function outOfReach(actor: SignedInContext): ItemOutcome {
  return { label: '', state: 'skipped', reason: new AppError('notFound').messageIn(actor.language) };
}
