import { isItemType } from '@lectern/contract/features/review.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { TaskService } from '../task/public.ts';
import { isDue } from './review.policy.ts';
import { countMatches, type LockedReview, lockReview } from './review.repository.ts';

/**
 * Tasks of a review: one while a decision is needed, assigned to the person who claimed the review; and one for the owner
 * while the resource is returned for changes.
 */
export class DueTask {
  readonly #tasks: TaskService;

  constructor(tasks: TaskService) {
    this.#tasks = tasks;
  }

  /** `claimer`: who had claimed it before. People assigned on the task page stay assigned. */
  async sync(
    transaction: Executor,
    review: LockedReview,
    { by, claimer = null }: { by: string | null; claimer?: string | null },
  ): Promise<void> {
    await this.#syncReturned(transaction, review, by);
    const dedupeKey = `reviewDue:${review.resource_id}`;
    if (!isDue(review, await countMatches(transaction, review.resource_id))) {
      const isOver = review.resource_state === 'trashed' || review.resource_state === 'purged';
      await this.#tasks.close(transaction, dedupeKey, isOver ? 'cancelled' : 'done');
      return;
    }
    const assigneeId = review.claimed_by ?? undefined;
    const details = {
      kind: review.kind,
      departmentId: review.department_id,
      severity: review.severity,
      dueAt: review.due_at.toISOString(),
    };
    const { task, isNew } = await this.#tasks.open(transaction, {
      kind: 'reviewDue',
      title: review.title,
      objectType: 'review',
      objectId: review.resource_id,
      details,
      dedupeKey,
      createdBy: by,
      departmentId: review.department_id,
      ownerId: review.owner_id,
      dueAt: review.due_at,
      ...(assigneeId && { assigneeId }),
    });
    if (isNew) return;
    const isGivenBack = !assigneeId && claimer !== null && task.assignee_id === claimer;
    await this.#tasks.renew(transaction, dedupeKey, {
      title: review.title,
      details,
      departmentId: review.department_id,
      dueAt: review.due_at,
      ...((assigneeId || isGivenBack) && { assigneeId: assigneeId ?? null }),
    });
  }

  /** Called when the resource is moved to Trash, restored or permanently deleted. */
  async resourceMoved(transaction: Executor, resourceId: string, by: string | null): Promise<void> {
    const review = await lockReview(transaction, resourceId);
    if (review) await this.sync(transaction, review, { by });
    else {
      await this.#tasks.close(transaction, `reviewDue:${resourceId}`, 'cancelled');
      await this.#tasks.close(transaction, returned(resourceId), 'cancelled');
    }
  }

  async #syncReturned(transaction: Executor, review: LockedReview, by: string | null): Promise<void> {
    const dedupeKey = returned(review.resource_id);
    const isOver = review.resource_state === 'trashed' || review.resource_state === 'purged';
    if (review.state !== 'returned' || isOver) {
      await this.#tasks.close(transaction, dedupeKey, isOver ? 'cancelled' : 'done');
      return;
    }
    const about = { title: review.title, details: { kind: review.kind, why: review.returned_why } };
    const objectType = isItemType(review.kind) ? review.kind : 'resource';
    const { isNew } = await this.#tasks.open(transaction, {
      ...about,
      ...{ kind: 'reviewReturned', objectType, objectId: review.resource_id, dedupeKey },
      ...{ createdBy: by, departmentId: review.department_id },
      ...(review.owner_id && { assigneeId: review.owner_id }),
    });
    if (!isNew) await this.#tasks.renew(transaction, dedupeKey, { ...about, assigneeId: review.owner_id });
  }
}

function returned(resourceId: string): string {
  return `reviewReturned:${resourceId}`;
}
