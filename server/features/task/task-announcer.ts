import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { NotificationService } from '../notification/public.ts';
import { listAdministrators } from './rules/route.repository.ts';
import type { Task } from './task.service.ts';

const page = '/app/system/task';
type AnnouncedTask = Pick<Task, 'id' | 'kind' | 'title' | 'assignee_id' | 'department_id'>;

/** Notifies people about tasks; several at a time become one notification with a count. */
export class TaskAnnouncer {
  readonly #notifications: NotificationService;

  constructor(notifications: NotificationService) {
    this.#notifications = notifications;
  }

  /** Notifies the assignee, or administrators for a task with neither assignee nor department. */
  async opened(transaction: Executor, task: AnnouncedTask): Promise<void> {
    const isNobodys = !task.assignee_id && !task.department_id;
    const people = task.assignee_id ? [task.assignee_id] : isNobodys ? await listAdministrators(transaction) : [];
    await this.#notify(transaction, task, people, { kind: 'taskOpened' });
  }

  async assigned(transaction: Executor, task: AnnouncedTask, by: { id: string; name: string }): Promise<void> {
    const people = [task.assignee_id].filter((id) => id !== null && id !== by.id);
    await this.#notify(transaction, task, people, { kind: 'taskAssigned', person: by.name });
  }

  /** Notifies everyone involved except the person who acted. */
  async concerned(
    transaction: Executor,
    task: AnnouncedTask & Pick<Task, 'created_by'>,
    by: { id: string; name: string },
    kind: 'taskCommented' | 'taskDone',
  ): Promise<void> {
    const people = new Set([task.assignee_id, task.created_by].filter((id) => id !== null && id !== by.id));
    await this.#notify(transaction, task, [...people], { kind, person: by.name });
  }

  async reminds(transaction: Executor, task: AnnouncedTask, kind: 'taskDue' | 'taskBack'): Promise<void> {
    await this.#notify(transaction, task, [task.assignee_id], { kind });
  }

  async #notify(
    transaction: Executor,
    task: AnnouncedTask,
    people: readonly (string | null)[],
    notification: { kind: NotificationKind; person?: string },
  ): Promise<void> {
    for (const userId of people) {
      if (!userId) continue;
      await this.#notifications.announce(transaction, {
        userId,
        kind: notification.kind,
        link: `${page}?id=${task.id}`,
        groupLink: page,
        params: { title: task.title, task: task.kind, ...(notification.person && { person: notification.person }) },
      });
    }
  }
}
