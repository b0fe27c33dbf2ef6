import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { NotificationService } from '../notification/public.ts';
import { listAdministrators } from './rules/route.repository.ts';
import type { Task } from './task.service.ts';

const page = '/app/system/task';
type Told = Pick<Task, 'id' | 'kind' | 'title' | 'assignee_id' | 'department_id'>;

/** Tells people of to-dos. However many come at once, each person hears once, with how many there are. */
export class TaskAnnouncer {
  readonly #notifications: NotificationService;

  constructor(notifications: NotificationService) {
    this.#notifications = notifications;
  }

  /** Whoever has it, or administrators where nobody has it and no department knows of it. */
  async opened(transaction: Executor, task: Told): Promise<void> {
    const isNobodys = !task.assignee_id && !task.department_id;
    const people = task.assignee_id ? [task.assignee_id] : isNobodys ? await listAdministrators(transaction) : [];
    await this.#tell(transaction, task, people, { kind: 'taskOpened' });
  }

  async assigned(transaction: Executor, task: Told, by: { id: string; name: string }): Promise<void> {
    const people = [task.assignee_id].filter((id) => id !== null && id !== by.id);
    await this.#tell(transaction, task, people, { kind: 'taskAssigned', person: by.name });
  }

  /** Everybody it concerns, besides whoever did it. */
  async concerned(
    transaction: Executor,
    task: Told & Pick<Task, 'created_by'>,
    by: { id: string; name: string },
    kind: 'taskCommented' | 'taskDone',
  ): Promise<void> {
    const people = new Set([task.assignee_id, task.created_by].filter((id) => id !== null && id !== by.id));
    await this.#tell(transaction, task, [...people], { kind, person: by.name });
  }

  async reminds(transaction: Executor, task: Told, kind: 'taskDue' | 'taskBack'): Promise<void> {
    await this.#tell(transaction, task, [task.assignee_id], { kind });
  }

  async #tell(
    transaction: Executor,
    task: Told,
    people: readonly (string | null)[],
    told: { kind: NotificationKind; person?: string },
  ): Promise<void> {
    for (const userId of people) {
      if (!userId) continue;
      await this.#notifications.announce(transaction, {
        ...{ userId, kind: told.kind, link: `${page}?id=${task.id}`, groupLink: page },
        params: { title: task.title, task: task.kind, ...(told.person && { person: told.person }) },
      });
    }
  }
}
