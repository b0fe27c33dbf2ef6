import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import type { LockedResource } from './resource.repository.ts';

const kinds: Partial<Record<ResourceMove, NotificationKind>> = {
  publish: 'resourcePublished',
  reject: 'resourceRejected',
  offline: 'resourceOffline',
  trash: 'resourceTrashed',
};

type Concerned = Pick<LockedResource, 'id' | 'owner_id' | 'title' | 'kind'>;

/** Tells people of what became of resources: open windows at once, owners by the bell. */
export class ResourceAnnouncer {
  readonly #publisher: EventPublisher;
  readonly #notifications: NotificationService;

  constructor(publisher: EventPublisher, notifications: NotificationService) {
    this.#publisher = publisher;
    this.#notifications = notifications;
  }

  /** The owner hears of it, and whoever did it, in their other windows. */
  async changed(transaction: Executor, resource: { id: string; owner_id: string }, actorId?: string): Promise<void> {
    const listeners = new Set([resource.owner_id, ...(actorId ? [actorId] : [])]);
    for (const userId of listeners) {
      await this.#publisher.publish(transaction, userId, { topic: 'resource', id: resource.id });
    }
  }

  /** Somebody else decided about it. Of many at once the owner hears once. */
  async moved(
    transaction: Executor,
    context: SignedInContext,
    resource: Concerned,
    { move, reason }: { move: ResourceMove; reason: string | null },
  ): Promise<void> {
    const kind = kinds[move];
    if (!kind || resource.owner_id === context.principal.userId) return;
    await this.notify(transaction, resource, { kind, reason, group: context.requestId });
  }

  async notify(
    transaction: Executor,
    resource: Concerned,
    { kind, reason, group }: { kind: NotificationKind; reason: string | null; group?: string },
  ): Promise<void> {
    await this.#notifications.notify(transaction, {
      userId: resource.owner_id,
      kind,
      params: { title: resource.title, ...(reason && { reason }) },
      link: resourcePath(resource),
      ...(group && { group: `${kind}:${group}` }),
    });
  }
}
