import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { editPath, reviewPath } from '@lectern/contract/features/review.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import type { DueTask } from './due-task.ts';
import { type LockedReview, listReviewers } from './review.repository.ts';

type Dependencies = { publisher: EventPublisher; notifications: NotificationService; due: DueTask };
type Notice = { kind: NotificationKind; reason?: string };

/** Announces review changes: live events to open windows, tasks by state, and notifications to those concerned. */
export class ReviewAnnouncer {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async changed(
    transaction: Executor,
    review: LockedReview,
    { by, before }: { by: string | null; before: LockedReview },
  ): Promise<void> {
    const { publisher, due } = this.#dependencies;
    await publisher.publish(transaction, null, { topic: 'review', resourceId: review.resource_id });
    await due.sync(transaction, review, { by, claimer: before.claimed_by });
  }

  /** Notifies everyone who may act on the review, except the person who made the change. */
  async tellReviewers(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    notice: Notice & { onlyAdmins: boolean },
  ): Promise<void> {
    const { department_id: departmentId } = review;
    for (const userId of await listReviewers(transaction, { departmentId, onlyAdmins: notice.onlyAdmins })) {
      await this.tell(transaction, context, review, { ...notice, userId });
    }
  }

  /** Notifies the people who masked it, or all reviewers if none of them is left, and the owner. */
  async tellMaskFailed(
    transaction: Executor,
    review: LockedReview,
    { cause, userIds, operationId }: { cause: string; userIds: readonly string[]; operationId: string | null },
  ): Promise<void> {
    const { department_id: departmentId, resource_id: id, kind, title, owner_id: ownerId } = review;
    const reviewers =
      userIds.length > 0 ? userIds : await listReviewers(transaction, { departmentId, onlyAdmins: false });
    const links = new Map(reviewers.map((userId) => [userId, reviewPath({ id, kind })]));
    if (ownerId && !links.has(ownerId)) links.set(ownerId, editPath({ id, kind }));
    for (const [userId, link] of links) {
      const entry = { userId, kind: 'maskFailed', params: { title, cause }, link } as const;
      // One notification for all masks of a bulk action.
      await this.#dependencies.notifications.notify(transaction, {
        ...entry,
        ...(operationId && { group: `maskFailed:${operationId}` }),
      });
    }
  }

  async tell(
    transaction: Executor,
    context: SignedInContext,
    review: LockedReview,
    { userId, kind, reason }: Notice & { userId: string | null },
  ): Promise<void> {
    const { principal, requestId } = context;
    if (!userId || userId === principal.userId) return;
    await this.#dependencies.notifications.notify(transaction, {
      userId,
      kind,
      params: { title: review.title, person: principal.name, ...(reason && { reason }) },
      link: reviewPath({ id: review.resource_id, kind: review.kind }),
      group: `${kind}:${requestId}`,
    });
  }
}
