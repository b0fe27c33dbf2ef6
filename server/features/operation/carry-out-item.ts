import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type Executor, isDatabaseDown } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ItemOutcome, OperationAction } from '../../platform/operation/operation-action.ts';
import type { Operation } from './operation.repository.ts';
import { type Item, type ItemResult, updateItem, updateItemUndone } from './operation-item.repository.ts';

type Work = {
  operation: Operation;
  action: OperationAction;
  actor: SignedInContext;
  item: Item;
  /** Why it must not be touched. */
  refusal: AppError | undefined;
  /** How often it got in the way of others before. */
  patience: number;
};

const conflictsAtMost = 10;

/** One object in its own savepoint: what goes wrong with it undoes nothing of the others. */
export async function carryOutItem(transaction: Executor, work: Work): Promise<ItemResult['state'] | 'conflict'> {
  await sql`savepoint operation_item`.execute(transaction);
  let result: ItemResult;
  try {
    if (work.refusal) throw work.refusal;
    const outcome = await deal(transaction, work);
    result = resultOf(outcome);
    // Whatever it tried before it found that it must not, is not kept.
    if (outcome.state === 'skipped') await sql`rollback to savepoint operation_item`.execute(transaction);
    else if (work.operation.undo_of) await updateItemUndone(transaction, work.operation.undo_of, work.item.object_id);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    await sql`rollback to savepoint operation_item`.execute(transaction);
    if (isConflict(error) && work.patience < conflictsAtMost) return 'conflict';
    result = failureOf(error, work);
  }
  await sql`release savepoint operation_item`.execute(transaction);
  // An Undo keeps what it puts back, for the case that it is asked for again.
  const kept = work.operation.undo_of ? { before: work.item.before, version: work.item.version } : {};
  await updateItem(transaction, work.item, { ...result, ...kept });
  return result.state;
}

async function deal(transaction: Executor, { operation, action, actor, item }: Work): Promise<ItemOutcome> {
  if (!operation.undo_of)
    return action.apply(transaction, item.object_id, action.input.parse(operation.input), actor, item.details);
  if (!action.undo || item.version === null) throw new AppError('undoNotPossible');
  return action.undo(transaction, { objectId: item.object_id, before: item.before, version: item.version }, actor);
}

function resultOf(outcome: ItemOutcome): ItemResult {
  const { label } = outcome;
  return outcome.state === 'done'
    ? { label, state: 'done', reason: null, before: outcome.before, version: outcome.version }
    : { label, state: 'skipped', reason: outcome.reason, before: undefined, version: null };
}

/** A refusal by the product's own rules is a skip with its reason; anything else is our fault, and is logged. */
function failureOf(error: unknown, { actor, operation, item }: Work): ItemResult {
  const none = { label: '', before: undefined, version: null };
  if (error instanceof AppError) return { ...none, state: 'skipped', reason: error.messageIn(actor.language) };
  actor.log.error({ err: error, operationId: operation.id, objectId: item.object_id }, 'an item failed');
  return { ...none, state: 'failed', reason: new AppError('serverError').messageIn(actor.language) };
}

/** Two that change the same rows in different order: the one that loses tries again. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
