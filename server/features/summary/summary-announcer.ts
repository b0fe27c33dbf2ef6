import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/notification.service.ts';
import type { SummaryHead } from './summary.repository.ts';

type Parts = { publisher: EventPublisher; notifications: NotificationService };

/** Tells open windows of what became of summaries, and owners of what others publish of theirs. */
export class SummaryAnnouncer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async changed(transaction: Executor, resourceId: string): Promise<void> {
    await this.#parts.publisher.publish(transaction, null, { topic: 'summary', resourceId });
  }

  async tellOwner(
    transaction: Executor,
    { principal, requestId }: SignedInContext,
    head: SummaryHead,
    kind: NotificationKind,
  ): Promise<void> {
    if (head.owner_id === principal.userId) return;
    await this.#parts.notifications.notify(transaction, {
      userId: head.owner_id,
      kind,
      params: { title: head.title, person: principal.name },
      link: `/app/handle/ai?id=${head.resource_id}`,
      group: `${kind}:${requestId}`,
    });
  }
}
