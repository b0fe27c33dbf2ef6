import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { NotificationService } from '../notification/public.ts';
import { presentOperation } from './operation.presenter.ts';
import { findPresentable, type OperationState, updateState } from './operation.repository.ts';

/** After this long, people have moved on to something else, so they also get a notification. */
const longMs = 15_000;

/** Publishes operations to the person who started them, in the transaction that changed them. */
export class OperationAnnouncer {
  readonly #publisher: EventPublisher;
  readonly #notifications: NotificationService;

  constructor(publisher: EventPublisher, notifications: NotificationService) {
    this.#publisher = publisher;
    this.#notifications = notifications;
  }

  async publish(transaction: Executor, id: string): Promise<OperationRow> {
    const row = await findPresentable(transaction, id);
    if (!row) throw new AppError('notFound');
    const operation = presentOperation(row);
    await this.#publisher.publish(transaction, row.actor_id, { topic: 'operation', operation });
    return operation;
  }

  /** Ends the operation once; later calls do nothing. */
  async end(
    transaction: Executor,
    id: string,
    state: Extract<OperationState, 'done' | 'cancelled' | 'failed'>,
    cause: string | null = null,
  ): Promise<void> {
    if (!(await updateState(transaction, id, ['queued', 'running'], state, cause))) return;
    const operation = await this.publish(transaction, id);
    const row = await findPresentable(transaction, id);
    // Whether the original can still be undone changes when its Undo ends.
    if (row?.undo_of) await this.publish(transaction, row.undo_of);
    const tookMs = Date.parse(operation.finishedAt ?? '') - Date.parse(operation.createdAt);
    const isNotified = state === 'failed' || (state === 'done' && tookMs >= longMs);
    if (row && isNotified) await this.#ringBell(transaction, row.actor_id, operation);
  }

  async #ringBell(transaction: Executor, userId: string, operation: OperationRow): Promise<void> {
    await this.#notifications.notify(transaction, {
      userId,
      kind: operation.state === 'failed' ? 'operationFailed' : 'operationDone',
      params: {
        operation: `${operation.list}.${operation.action}`,
        done: String(operation.done),
        skipped: String(operation.skipped),
        failed: String(operation.failed),
        cause: operation.cause ?? '',
      },
      link: `/app/home/profile?tab=operations&operation=${operation.id}`,
    });
  }
}
