import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';

/** Tells open windows of a person that a resource of theirs changed. */
export class ResourceAnnouncer {
  readonly #publisher: EventPublisher;

  constructor(publisher: EventPublisher) {
    this.#publisher = publisher;
  }

  /** The owner hears of it, and whoever did it, in their other windows. */
  async changed(transaction: Executor, resource: { id: string; owner_id: string }, actorId?: string): Promise<void> {
    const listeners = new Set([resource.owner_id, ...(actorId ? [actorId] : [])]);
    for (const userId of listeners) {
      await this.#publisher.publish(transaction, userId, { topic: 'resource', id: resource.id });
    }
  }
}
