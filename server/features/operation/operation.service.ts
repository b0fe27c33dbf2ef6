import type { OperationItem, OperationRow, selection } from '@lectern/contract/features/operation.ts';
import type { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import { authorise } from '../../platform/http/authorise.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import { parseMatching } from '../../platform/list/parse-matching.ts';
import { newId } from '../../platform/new-id.ts';
import type { ActionCatalogue } from '../../platform/operation/action-catalogue.ts';
import { accessOf, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import { undoUntil } from './operation.policy.ts';
import { parseItemId, presentItem, presentOperation } from './operation.presenter.ts';
import {
  findIdByJob,
  findPresentable,
  insertOperation,
  listOperationsOf,
  type PresentableOperation,
  updateCancelAsked,
  updateJob,
  updateState,
  updateTotal,
} from './operation.repository.ts';
import type { OperationAnnouncer } from './operation-announcer.ts';
import { insertItems, insertItemsToUndo, listItems, type NewItem, type NewItems } from './operation-item.repository.ts';

type Dependencies = { db: Db; queue: JobQueue; catalogue: ActionCatalogue; announcer: OperationAnnouncer };
type OperationRequest = {
  list: string;
  action: string;
  selection: z.output<typeof selection>;
  input: Record<string, unknown>;
};
type Named = Pick<OperationRequest, 'list' | 'action' | 'input'>;

/** Starts, shows, cancels and undoes operations, each for the person who started it. */
export class OperationService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async start(context: SignedInContext, wanted: OperationRequest): Promise<OperationRow> {
    const action = this.#findAction(wanted);
    if (!action || action.internal) throw invalidField('action', 'noSuchAction');
    this.#authorise(context, action, wanted.input);
    const { selection } = wanted;
    if ('matching' in selection) parseMatching(this.#dependencies.catalogue.sourceOf(action).list, selection.matching);
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      if ('ids' in selection) {
        const items = [...new Set(selection.ids)].map((objectId) => ({ objectId }));
        return this.#startWithItems(transaction, context, action, { ...wanted, items: [items] });
      }
      const id = await this.#insertRow(transaction, context, action, { ...wanted, ...selection });
      return this.#enqueue(transaction, context, id, wanted);
    });
  }

  /** For services that supply the items themselves, each with its own details, such as the lines of an import. */
  async startWithItems(
    transaction: Executor,
    context: SignedInContext,
    wanted: Named & { items: readonly NewItem[] | AsyncIterable<readonly NewItem[]> },
  ): Promise<OperationRow> {
    const action = this.#findAction(wanted);
    if (!action) throw new Error(`There is no action ${wanted.list}.${wanted.action}`);
    this.#authorise(context, action, wanted.input);
    const items = Array.isArray(wanted.items) ? [wanted.items] : (wanted.items as NewItems);
    return this.#startWithItems(transaction, context, action, { ...wanted, items });
  }

  async list(
    userId: string,
    wanted: { after: string | undefined; size: number },
  ): Promise<{ rows: OperationRow[]; more: boolean }> {
    const { after, size } = wanted;
    const rows = await listOperationsOf(this.#dependencies.db, { actorId: userId, after, limit: size + 1 });
    return { rows: rows.slice(0, size).map((row) => presentOperation(row)), more: rows.length > size };
  }

  async get(userId: string, id: string): Promise<OperationRow> {
    return presentOperation(await this.#getOwn(this.#dependencies.db, userId, id));
  }

  async listItems(
    userId: string,
    id: string,
    wanted: { state: OperationItem['state'] | undefined; after: string | undefined; size: number },
  ): Promise<{ rows: OperationItem[]; more: boolean }> {
    await this.#getOwn(this.#dependencies.db, userId, id);
    const after = wanted.after === undefined ? undefined : parseItemId(wanted.after);
    const page = { operationId: id, state: wanted.state, after, limit: wanted.size + 1 };
    const rows = await listItems(this.#dependencies.db, page);
    return { rows: rows.slice(0, wanted.size).map(presentItem), more: rows.length > wanted.size };
  }

  /** A queued operation ends at once, a running one after the current item. */
  async cancel(context: SignedInContext, id: string): Promise<OperationRow> {
    const { db, queue, announcer } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const operation = await this.#getOwn(transaction, context.principal.userId, id);
      const ended = await updateState(transaction, id, ['queued'], 'cancelled');
      if (ended && operation.job_id) await queue.cancel(transaction, operation.job_id);
      if (!ended && !(await updateCancelAsked(transaction, id))) {
        return presentOperation(await this.#getOwn(transaction, context.principal.userId, id));
      }
      const change = { action: 'operation.cancelled', objectType: 'operation', objectId: id };
      await recordActivity(transaction, context, change);
      if (ended && operation.undo_of) await announcer.publish(transaction, operation.undo_of);
      return announcer.publish(transaction, id);
    });
  }

  /** Undo is an operation too, so it can be watched and cancelled. */
  async undo(context: SignedInContext, id: string): Promise<OperationRow> {
    const { db, announcer } = this.#dependencies;
    try {
      return await db.transaction().execute(async (transaction) => {
        const operation = await this.#getOwn(transaction, context.principal.userId, id);
        const action = this.#findAction(operation);
        if (!action?.undo || !undoUntil(operation, new Date())) throw new AppError('undoNotPossible');
        this.#authorise(context, action, operation.input);
        const input = operation.input as Record<string, unknown>;
        const undoId = await this.#insertRow(transaction, context, action, { ...operation, input, undoOf: id });
        await updateTotal(transaction, undoId, await insertItemsToUndo(transaction, undoId, id));
        await announcer.publish(transaction, id);
        return this.#enqueue(transaction, context, undoId, { ...operation, input, undoOf: id });
      });
    } catch (error) {
      // Two concurrent requests: the unique index rejects the second.
      throw isUniqueViolation(error) ? new AppError('undoNotPossible') : error;
    }
  }

  /** Fails the operation of a job that was given up, which would otherwise appear to run forever. */
  async jobEnded(transaction: Executor, job: EndedJob): Promise<void> {
    if (job.kind !== 'operation' || job.state !== 'failed') return;
    const id = await findIdByJob(transaction, job.id);
    if (id) await this.#dependencies.announcer.end(transaction, id, 'failed', job.cause);
  }

  #findAction(named: { list: string; action: string }): OperationAction | undefined {
    return this.#dependencies.catalogue.find(named.list, named.action);
  }

  #authorise(context: SignedInContext, action: OperationAction, input: unknown): void {
    authorise({ access: accessOf(action) }, context.principal);
    const parsed = action.input.safeParse(input);
    if (!parsed.success) throw invalidInput(parsed.error, 'input');
  }

  async #startWithItems(
    transaction: Executor,
    context: SignedInContext,
    action: OperationAction,
    wanted: Named & { items: NewItems },
  ): Promise<OperationRow> {
    const id = await this.#insertRow(transaction, context, action, wanted);
    await updateTotal(transaction, id, await insertItems(transaction, id, wanted.items));
    return this.#enqueue(transaction, context, id, wanted);
  }

  async #insertRow(
    transaction: Executor,
    context: SignedInContext,
    action: OperationAction,
    wanted: Named & { matching?: string | null; except?: string[]; undoOf?: string },
  ): Promise<string> {
    const id = newId();
    const isUndo = wanted.undoOf !== undefined;
    await insertOperation(transaction, {
      id,
      actor_id: context.principal.userId,
      list: wanted.list,
      action: wanted.action,
      input: JSON.stringify(wanted.input),
      matching: isUndo ? null : (wanted.matching ?? null),
      except_ids: wanted.except ?? [],
      undoable: action.undoable && !isUndo,
      undo_of: wanted.undoOf ?? null,
      session_id: context.principal.sessionId,
      ip: context.ip,
      request_id: context.requestId,
      language: context.language,
      origin: context.origin,
    });
    return id;
  }

  async #enqueue(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    wanted: Named & { undoOf?: string },
  ): Promise<OperationRow> {
    const { queue, announcer } = this.#dependencies;
    // The operation sends its own notification, so the job has no requester to notify.
    const job = { kind: 'operation', input: { operationId: id }, requestedBy: null } as const;
    await updateJob(transaction, id, await queue.enqueue(transaction, job));
    await recordActivity(transaction, context, {
      action: wanted.undoOf ? 'operation.undone' : 'operation.started',
      objectType: 'operation',
      objectId: wanted.undoOf ?? id,
      after: { operation: id, list: wanted.list, action: wanted.action, input: wanted.input },
    });
    return announcer.publish(transaction, id);
  }

  /** Operations of other people count as not found. */
  async #getOwn(db: Executor, userId: string, id: string): Promise<PresentableOperation> {
    const row = await findPresentable(db, id);
    if (!row || row.actor_id !== userId) throw new AppError('notFound');
    return row;
  }
}
