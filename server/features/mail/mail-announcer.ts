import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';

/** Tells open pages that a mail is different now; what of it anybody may see, they ask for. */
export class MailAnnouncer {
  readonly #publisher: EventPublisher;

  constructor(publisher: EventPublisher) {
    this.#publisher = publisher;
  }

  changed(transaction: Executor, id: string): Promise<void> {
    return this.#publisher.publish(transaction, null, { topic: 'mail', id });
  }
}
