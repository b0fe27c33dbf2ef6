import { fillText } from '@lectern/contract/errors.ts';
import type { Words } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type Executor, isDatabaseDown } from '../../platform/db/database.ts';
import type { DeferredRows } from '../../platform/db/deferred-rows.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ItemOutcome, OperationAction } from '../../platform/operation/operation-action.ts';
import type { Operation } from './operation.repository.ts';
import type { Item, ItemResult } from './operation-item.repository.ts';

type Work = {
  operation: Operation;
  action: OperationAction;
  actor: SignedInContext;
  item: Item;
  /** Why it must not be touched. */
  refusal: AppError | undefined;
  /** How often it got in the way of others before. */
  conflicts: number;
  /** What the changes so far have left to be written. */
  deferred: DeferredRows;
};

const conflictsAtMost = 10;
const ourFault: Words = {
  en: 'A fault on our side stopped this one, and it is as it was. Try it again; if it fails again, report request {request}.',
  zh: '系统故障，此项未作更改。请重试；若再次失败，请反馈请求编号 {request}。',
};
const back = sql`rollback to savepoint operation_item`;

export async function openSavepoint(transaction: Executor): Promise<void> {
  await sql`savepoint operation_item`.execute(transaction);
}

/** In one trip: it is made with every object, and trips are what an operation spends its time on. */
async function renewSavepoint(transaction: Executor): Promise<void> {
  await sql`release savepoint operation_item; savepoint operation_item`.execute(transaction);
}

/**
 * One object in its own savepoint, which the caller opened before the first: what goes wrong with it undoes nothing of
 * the others, and whatever it tried before it found that it must not is not kept.
 */
export async function carryOutItem(transaction: Executor, work: Work): Promise<ItemResult | 'conflict'> {
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

async function deal(transaction: Executor, { operation, action, actor, item }: Work): Promise<ItemOutcome> {
  if (!operation.undo_of) {
    const input = action.input.parse(operation.input);
    return action.apply(transaction, item.object_id, input, actor, item.details, operation.id);
  }
  if (!action.undo || item.version === null) throw new AppError('undoNotPossible');
  return action.undo(transaction, { objectId: item.object_id, before: item.before, version: item.version }, actor);
}

/** An Undo keeps what it was given, for the case that it is asked for again. */
export function resultOf(outcome: ItemOutcome, { operation }: Pick<Work, 'operation'>): ItemResult {
  const { label, state } = outcome;
  if (state === 'skipped') return { label, state, reason: outcome.reason };
  const kept = operation.undo_of ? {} : { before: outcome.before, version: outcome.version };
  return { label, state, reason: null, ...kept };
}

/** A refusal by the product's own rules is a skip with its reason; anything else is our fault, and is logged. */
function failureOf(error: unknown, { actor, operation, item }: Work): ItemResult {
  if (error instanceof AppError) return { label: '', state: 'skipped', reason: error.messageIn(actor.language) };
  actor.log.error({ err: error, operationId: operation.id, objectId: item.object_id }, 'an item failed');
  return { label: '', state: 'failed', reason: fillText(ourFault[actor.language], { request: operation.request_id }) };
}

/** Two that change the same rows in different order: the one that loses tries again. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
