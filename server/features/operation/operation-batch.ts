import type { Language } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { writeDeferredRows } from '../../platform/activity/write-deferred-rows.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { deferRows } from '../../platform/db/deferred-rows.ts';
import { authorise } from '../../platform/http/authorise.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { exportWords, type ListSource, sourceFor } from '../../platform/list/list-source.ts';
import { parseMatching } from '../../platform/list/parse-matching.ts';
import { resolveSearch } from '../../platform/list/resolve-search.ts';
import { viewConditions } from '../../platform/list/view-conditions.ts';
import type { ActionCatalogue } from '../../platform/operation/action-catalogue.ts';
import { accessOf, type OperationAction } from '../../platform/operation/operation-action.ts';
import { type Actor, getActor } from './background-context.ts';
import { carryOutItem, carryOutTogether, openSavepoint, type Result } from './carry-out-together.ts';
import {
  findOperation,
  isCancelAsked,
  lockOperation,
  type Operation,
  type Tally,
  updateTally,
  updateTotal,
  updateUndone,
} from './operation.repository.ts';
import type { OperationAnnouncer } from './operation-announcer.ts';
import {
  type Item,
  insertMatchingItems,
  listIdsInScope,
  listPendingItems,
  updateItems,
  updateItemsUndone,
} from './operation-item.repository.ts';

const itemsAtMost = 250;
/** Time limit of a batch. Its locks are held to the end, so others wait at most this long. */
const batchMs = 300;
/** Longest delay before a cancel request is noticed, unless the current item takes longer. */
const lookForCancelMs = 50;

type BatchRun = { operationId: string; signal: AbortSignal; publishes: boolean; conflicts: number };
type BatchResult = { ended: true } | { ended: false; percent: number; conflict: boolean };

const over: BatchResult = { ended: true };

/** Runs one batch of pending items, with the rights that the actor has now. */
export async function runBatch(
  transaction: Executor,
  dependencies: RunDependencies,
  run: BatchRun,
): Promise<BatchResult> {
  const { announcer, catalogue } = dependencies;
  const { operationId } = run;
  await lockOperation(transaction, operationId);
  const operation = await findOperation(transaction, operationId);
  if (operation?.state !== 'running') return over;
  const end = async (...ending: [state: 'done' | 'cancelled' | 'failed', cause?: string]) => {
    await announcer.end(transaction, operationId, ...ending);
    return over;
  };
  if (operation.cancel_asked_at) return end('cancelled');
  const found = await getActor(transaction, operation.actor_id, operation.session_id);
  const actor = actorContext(operation, found.principal, dependencies.logger);
  const action = catalogue.find(operation.list, operation.action);
  const refusal = judgeActor(found, action);
  if (!action || refusal) return end('failed', refusal?.messageIn(actor.language));
  if (operation.total === null) {
    await fixItems(transaction, dependencies, operation, action, actor);
    await announcer.publish(transaction, operationId);
    return { ended: false, percent: 0, conflict: false };
  }
  const pending = await listPendingItems(transaction, operationId, itemsAtMost);
  if (pending.length === 0) return end('done');
  const items = operation.undo_of ? pending : await prepared(transaction, { operation, action, actor, pending });
  const { results, conflict } = await carryOut(transaction, dependencies, {
    ...run,
    operation,
    action,
    actor,
    items,
  });
  await record(transaction, operation, results);
  if (run.publishes) await announcer.publish(transaction, operationId);
  const before = operation.done + operation.skipped + operation.failed;
  return { ended: false, percent: ((before + results.length) / operation.total) * 100, conflict };
}

/** Resolves the selection once, with the actor's current rights; nothing joins it afterwards. */
async function fixItems(
  transaction: Executor,
  { catalogue, timeZone }: RunDependencies,
  operation: Operation,
  action: OperationAction,
  actor: SignedInContext,
): Promise<void> {
  const source = catalogue.sourceOf(action);
  const view = parseMatching(source.list, operation.matching ?? '');
  const meant = await resolveSearch(transaction, source, view, { timeZone, principal: actor.principal });
  const total = await insertMatchingItems(transaction, operation.id, {
    source,
    conditions: viewConditions(meant, view, actor.principal, { timeZone }),
    sort: view.sort,
    except: operation.except_ids,
  });
  await updateTotal(transaction, operation.id, total);
}

type Preparation = { operation: Operation; action: OperationAction; actor: SignedInContext; pending: Item[] };

async function prepared(transaction: Executor, { operation, action, actor, pending }: Preparation): Promise<Item[]> {
  if (!action.prepare) return pending;
  const input = action.input.parse(operation.input);
  const given = pending.map((item) => item.details as unknown);
  const details = await action.prepare(transaction, given, input, actor);
  return pending.map((item, index) => ({ ...item, details: details[index] as Item['details'] }));
}

type Work = BatchRun & { operation: Operation; action: OperationAction; actor: SignedInContext; items: Item[] };

async function carryOut(transaction: Executor, dependencies: RunDependencies, work: Work) {
  const { operation, action, actor, items, signal } = work;
  const inScope = await reachable(transaction, dependencies, work);
  const together = await carryOutTogether(transaction, { operation, action, actor, items, inScope });
  if (together) return { results: together, conflict: false };
  const results: Result[] = [];
  const startedAt = performance.now();
  let lookedAt = startedAt;
  await openSavepoint(transaction);
  const deferred = deferRows(transaction);
  let conflict = false;
  for (const item of items) {
    const now = performance.now();
    if (signal.aborted || now - startedAt > batchMs) break;
    if (now - lookedAt > lookForCancelMs) {
      if (await isCancelAsked(transaction, operation.id)) break;
      lookedAt = now;
    }
    const refusal = inScope.has(item.object_id) ? undefined : new AppError('notFound');
    const conflicts = results.length === 0 ? work.conflicts : 0;
    const result = await carryOutItem(transaction, { operation, action, actor, item, refusal, conflicts, deferred });
    // Ending the batch commits and releases the locks; this item is first in the next batch.
    if (result === 'conflict') {
      conflict = true;
      break;
    }
    results.push({ ...result, position: item.position, objectId: item.object_id });
  }
  await writeDeferredRows(transaction, deferred);
  const reading = { source: dependencies.catalogue.sourceOf(action), actor, timeZone: dependencies.timeZone };
  return { results: await labelItems(transaction, results, reading), conflict };
}

/** Runs in the transaction of the changes, so no change is saved without its result. */
async function record(transaction: Executor, operation: Operation, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  const tally: Tally = { done: 0, skipped: 0, failed: 0 };
  for (const result of results) tally[result.state] += 1;
  await updateItems(transaction, operation.id, results);
  await updateTally(transaction, operation.id, tally);
  if (!operation.undo_of) return;
  const putBack = results.filter((result) => result.state === 'done').map((result) => result.objectId);
  await updateUndone(transaction, operation.undo_of, await updateItemsUndone(transaction, operation.undo_of, putBack));
}

/** New and restored objects are not in any scope yet; objects without a list have no scope. */
async function reachable(transaction: Executor, { catalogue }: RunDependencies, work: Work): Promise<Set<string>> {
  const ids = work.items.map((item) => item.object_id);
  const isUndo = work.operation.undo_of !== null;
  if (work.action.judgesObjects || (isUndo ? work.action.bringsBack : work.action.internal)) return new Set(ids);
  const source = catalogue.sourceOf(work.action);
  return listIdsInScope(transaction, source, source.scope(work.actor.principal), ids);
}

type Unlabelled = { objectId: string; label: string };
type Reading = { source: ListSource; actor: SignedInContext; timeZone: string };

/** Labels items that failed before they were read with the first column of their list. */
async function labelItems<Item extends Unlabelled>(
  transaction: Executor,
  items: Item[],
  { source, actor, timeZone }: Reading,
): Promise<Item[]> {
  const ids = items.filter(({ label }) => label === '').map(({ objectId }) => objectId);
  const [column] = Object.keys(source.list.columns);
  if (ids.length === 0 || column === undefined) return items;
  const { columns, from, joins = sql``, id, present, exportCell } = sourceFor(source, actor.principal);
  const { rows } = await sql<{ list_id: string }>`
    select ${columns}, ${id} as list_id from ${from} ${joins}
    where ${id} = any (${ids}::uuid[]) and ${source.scope(actor.principal)}`.execute(transaction);
  const words = exportWords(actor.language, timeZone);
  const labels = new Map(rows.map((row) => [row.list_id, String(exportCell(column, present(row), words) ?? '')]));
  return items.map((item) => ({ ...item, label: item.label || (labels.get(item.objectId) ?? '') }));
}

/** What is left of the request that started the operation. There is no browser to send cookies to. */
function actorContext(operation: Operation, principal: Principal, logger: Logger): SignedInContext {
  return {
    principal,
    apiKey: null,
    requestId: operation.request_id,
    ip: operation.ip,
    userAgent: '',
    language: operation.language as Language,
    origin: operation.origin,
    idempotencyKey: undefined,
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
    log: logger,
  };
}

/** Returns the error when the actor may no longer run the action. */
function judgeActor(actor: Actor, action: OperationAction | undefined): AppError | undefined {
  if (!action) return new AppError('gone');
  if (actor.forbidden) return new AppError('accountForbidden');
  try {
    authorise({ access: accessOf(action) }, actor.principal);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export type RunDependencies = {
  catalogue: ActionCatalogue;
  announcer: OperationAnnouncer;
  timeZone: string;
  logger: Logger;
};
