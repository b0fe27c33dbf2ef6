import { reviewPath } from '@lectern/contract/features/review.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { NotificationService } from '../notification/notification.service.ts';
import type { TaskService } from '../task/task.service.ts';
import { listRescanTold } from './rescan-told.repository.ts';
import { type LockedReview, listReviewers } from './review.repository.ts';

type Parts = { notifications: NotificationService; tasks: TaskService };

const queue = '/app/sensitive/resource';

/** Tells those whose to-do it is of words that were found. While the bell was not read, it only counts on. */
export class FoundAnnouncer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async found(transaction: Executor, review: LockedReview): Promise<void> {
    const { notifications, tasks } = this.#parts;
    const { resource_id: id, kind, title, department_id: departmentId } = review;
    const task = await tasks.findOpen(transaction, `reviewDue:${id}`);
    if (!task) return;
    const told = task.assignee_id
      ? [task.assignee_id]
      : await listReviewers(transaction, { departmentId, onlyAdmins: false });
    for (const userId of told) {
      await notifications.notify(transaction, {
        ...{ userId, kind: 'hitsFound', params: { title }, link: reviewPath({ id, kind }) },
        ...{ group: 'hitsFound', groupLink: queue },
      });
    }
  }

  /** A rescan may open hundreds: each person hears once how many of them are theirs. */
  async foundByRescan(transaction: Executor, rescanId: string): Promise<void> {
    for (const { userId, count } of await listRescanTold(transaction, rescanId)) {
      const params = { count: String(count) };
      await this.#parts.notifications.notify(transaction, { userId, kind: 'hitsFoundAgain', params, link: queue });
    }
  }
}
