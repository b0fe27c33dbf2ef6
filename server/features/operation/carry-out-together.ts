import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { sql } from 'kysely';
import { writeDeferredRows } from '../../platform/activity/write-deferred-rows.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Executor, isDatabaseDown } from '../../platform/db/database.ts';
import { type DeferredRows, deferRows, stopDeferring } from '../../platform/db/deferred-rows.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { ItemOutcome, OperationAction } from '../../platform/operation/operation-action.ts';
import type { Operation } from './operation.repository.ts';
import type { Item, ItemResult } from './operation-item.repository.ts';

export type Result = ItemResult & { position: number; objectId: string };

type Work = {
  operation: Operation;
  action: OperationAction;
  actor: SignedInContext;
  items: readonly Item[];
  inScope: ReadonlySet<string>;
};

/** Runs a batch in one call where the action supports it. Returns undefined when the items must be run one by one. */
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

type OpenSavepointWork = {
  operation: Operation;
  action: OperationAction;
  actor: SignedInContext;
  item: Item;
  /** Set when the item must not be touched. */
  refusal: AppError | undefined;
  /** Number of earlier attempts that ended in a lock conflict. */
  conflicts: number;
  /** Rows that the changes so far have left to be written in bulk. */
  deferred: DeferredRows;
};

const conflictsAtMost = 10;
const back = sql`rollback to savepoint operation_item`;

export async function openSavepoint(transaction: Executor): Promise<void> {
  await sql`savepoint operation_item`.execute(transaction);
}

/** One round trip for both statements, because this runs per item and round trips dominate the cost of an operation. */
async function renewSavepoint(transaction: Executor): Promise<void> {
  await sql`release savepoint operation_item; savepoint operation_item`.execute(transaction);
}

/**
 * Runs one item in its own savepoint; the caller opens the first. A failed or skipped item leaves the others intact
 * and none of its own writes behind.
 */
export async function carryOutItem(transaction: Executor, work: OpenSavepointWork): Promise<ItemResult | 'conflict'> {
  const mark = work.deferred.mark();
  const goBack = async () => {
    work.deferred.backTo(mark);
    await back.execute(transaction);
  };
  try {
    if (work.refusal) throw work.refusal;
    const outcome = await deal(transaction, work);
    await (outcome.state === 'done' ? renewSavepoint(transaction) : goBack());
    return resultOf(outcome, work);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    await goBack();
    if (isConflict(error) && work.conflicts < conflictsAtMost) return 'conflict';
    return failureOf(error, work);
  }
}

async function deal(
  transaction: Executor,
  { operation, action, actor, item }: OpenSavepointWork,
): Promise<ItemOutcome> {
  if (!operation.undo_of) {
    const input = action.input.parse(operation.input);
    return action.apply(transaction, item.object_id, input, actor, item.details, operation.id);
  }
  if (!action.undo || item.version === null) throw new AppError('undoNotPossible');
  return action.undo(transaction, { objectId: item.object_id, before: item.before, version: item.version }, actor);
}

/** An undo item keeps its before-values, in case Undo is repeated. */
function resultOf(outcome: ItemOutcome, { operation }: Pick<OpenSavepointWork, 'operation'>): ItemResult {
  const { label, state } = outcome;
  if (state === 'skipped') return { label, state, reason: outcome.reason };
  const kept = operation.undo_of ? {} : { before: outcome.before, version: outcome.version };
  return { label, state, reason: null, ...kept };
}

/** An `AppError` is a skip with a reason; anything else is a bug and is logged. */
function failureOf(error: unknown, { actor, operation, item }: OpenSavepointWork): ItemResult {
  if (error instanceof AppError) return { label: '', state: 'skipped', reason: error.messageIn(actor.language) };
  actor.log.error({ err: error, operationId: operation.id, objectId: item.object_id }, 'operation item failed');
  const { itemFailed } = messagesIn(actor.language).operation;
  return { label: '', state: 'failed', reason: fillText(itemFailed, { request: operation.request_id }) };
}

/** Deadlock or serialization failure: the losing side is retried. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
