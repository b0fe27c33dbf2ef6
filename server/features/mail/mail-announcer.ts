import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { NotificationService } from '../notification/public.ts';
import type { Finished } from './delivery/mail-delivery.repository.ts';

type Dependencies = { publisher: EventPublisher; notifications: NotificationService };

export class MailAnnouncer {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Publishes that a mail changed; open pages reload what their user may see. */
  changed(transaction: Executor, id: string): Promise<void> {
    return this.#dependencies.publisher.publish(transaction, null, { topic: 'mail', id });
  }

  /** Notifies the sender when recipients did not get the mail. */
  async finished(transaction: Executor, { id, sender_id: userId, subject, missed }: Finished): Promise<void> {
    if (!userId || missed === 0) return;
    const params = { title: subject, count: String(missed) };
    const link = `/app/email/list/detail/${id}`;
    await this.#dependencies.notifications.announce(transaction, { userId, kind: 'mailFailed', params, link });
  }
}
