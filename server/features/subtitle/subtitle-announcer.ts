import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import { renewPassages } from './subtitle-passages.ts';

type Dependencies = { publisher: EventPublisher; notifications: Pick<NotificationService, 'notify'> };
type About = { id: string; resourceId: string; language: string };
type Change = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> };
/** The video and its owner. */
export type Owned = { id: string; title: string; owner_id: string };

/**
 * Called after every subtitle change: writes activities, search passages, which the scan reads too, and live events.
 */
export class SubtitleAnnouncer {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** `context` is null when the machine made the change. */
  async changed(
    transaction: Executor,
    context: SignedInContext | null,
    { id, resourceId, language }: About,
    { action, before, after }: Change,
  ): Promise<void> {
    const change = {
      action,
      ...(before && { before }),
      after: { ...after, language },
    };
    for (const object of [
      { objectType: 'subtitle', objectId: id },
      { objectType: 'resource', objectId: resourceId },
    ]) {
      if (context) await recordActivity(transaction, context, { ...change, ...object });
      else await insertActivity(transaction, { ...change, ...object, actorId: null, ip: null, requestId: null });
    }
    await renewPassages(transaction, resourceId);
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'work', resourceId });
  }

  /** Notifies the owner of changes by others, once per request. */
  async tell(
    transaction: Executor,
    { principal, requestId }: SignedInContext,
    resource: Owned,
    { kind, language }: { kind: NotificationKind; language: string },
  ): Promise<void> {
    if (resource.owner_id === principal.userId) return;
    await this.#dependencies.notifications.notify(transaction, {
      userId: resource.owner_id,
      kind,
      params: { title: resource.title, language },
      link: `/app/resource/info/videoDetail/${resource.id}`,
      group: `${requestId} ${kind}`,
    });
  }
}
