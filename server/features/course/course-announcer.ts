import { coursePath } from '@lectern/contract/features/course.ts';
import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';

const kinds: Partial<Record<CourseMove, NotificationKind>> = {
  publish: 'coursePublished',
  reject: 'courseRejected',
  offline: 'courseOffline',
  trash: 'courseTrashed',
};

type Concerned = { id: string; owner_id: string; name: string };

/** Tells people of what became of courses: open windows at once, owners by the bell. */
export class CourseAnnouncer {
  readonly #publisher: EventPublisher;
  readonly #notifications: Pick<NotificationService, 'notify'>;

  constructor(publisher: EventPublisher, notifications: Pick<NotificationService, 'notify'>) {
    this.#publisher = publisher;
    this.#notifications = notifications;
  }

  /** Whoever may see it asks for it. */
  changed(transaction: Executor, id: string): Promise<void> {
    return this.#publisher.publish(transaction, null, { topic: 'course', id });
  }

  /** Somebody else decided about it. Of many at once the owner hears once. */
  async moved(
    transaction: Executor,
    context: SignedInContext,
    course: Concerned,
    { move, reason }: { move: CourseMove; reason: string | null },
  ): Promise<void> {
    const kind = kinds[move];
    if (!kind || course.owner_id === context.principal.userId) return;
    await this.#notifications.notify(transaction, {
      userId: course.owner_id,
      kind,
      params: { title: course.name, ...(reason && { reason }) },
      link: coursePath(course.id),
      group: `${kind}:${context.requestId}`,
    });
  }
}
