import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { resourceList, resourcePath, reviewQueuePath, reviewQueueView } from '@lectern/contract/features/resource.ts';
import type { ResourceMove, ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import { listAdministrators, type TaskService } from '../task/public.ts';
import { getPersonName, type LockedResource, listPublishers } from './resource.repository.ts';

const kinds: Partial<Record<ResourceMove, NotificationKind>> = {
  publish: 'resourcePublished',
  reject: 'resourceRejected',
  offline: 'resourceOffline',
  trash: 'resourceTrashed',
};

type Concerned = Pick<LockedResource, 'id' | 'owner_id' | 'title' | 'kind'>;

/** Announces resource changes: live events to open windows, notifications to owners. */
export class ResourceAnnouncer {
  readonly #publisher: EventPublisher;
  readonly #notifications: NotificationService;

  constructor(publisher: EventPublisher, notifications: NotificationService) {
    this.#publisher = publisher;
    this.#notifications = notifications;
  }

  /** Publishes to the owner and to other windows of the person who made the change. */
  async changed(transaction: Executor, resource: { id: string; owner_id: string }, actorId?: string): Promise<void> {
    const listeners = [resource.owner_id, ...(actorId ? [actorId] : [])];
    await this.#publisher.publishTo(transaction, listeners, { topic: 'resource', id: resource.id });
  }

  /** Notifies the owner when someone else moved the resource, once per request however many resources it moved. */
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

/** Updates the task of a review, which is closed while the resource is in Trash. */
type DueTasks = { resourceMoved(transaction: Executor, resourceId: string, by: string | null): Promise<void> };

const away: readonly ResourceState[] = ['trashed', 'purged'];

/** Opens and closes the editors’ review tasks as the state changes. */
export class ReviewTasks {
  readonly #tasks: TaskService;
  readonly #due: DueTasks;
  readonly #notifications: NotificationService;

  constructor(tasks: TaskService, due: DueTasks, notifications: NotificationService) {
    this.#tasks = tasks;
    this.#due = due;
    this.#notifications = notifications;
  }

  async moved(
    transaction: Executor,
    resource: Pick<LockedResource, 'id' | 'kind' | 'title' | 'state' | 'department_id'>,
    to: ResourceState,
    by: string | null,
  ): Promise<void> {
    const dedupeKey = `review:${resource.id}`;
    if (to === resource.state) return;
    if (away.includes(to) || away.includes(resource.state)) {
      await this.#due.resourceMoved(transaction, resource.id, by);
    }
    if (to === 'in_review') {
      const { task, isNew } = await this.#tasks.open(transaction, {
        kind: 'review',
        title: resource.title,
        objectType: 'resource',
        objectId: resource.id,
        details: { kind: resource.kind, departmentId: resource.department_id },
        dedupeKey,
        createdBy: by,
        departmentId: resource.department_id,
      });
      if (isNew && by) await this.#submitted(transaction, resource, { by, assigneeId: task.assignee_id });
    } else if (resource.state === 'in_review') {
      const isDecided = to === 'published' || to === 'rejected';
      await this.#tasks.close(transaction, dedupeKey, isDecided ? 'done' : 'cancelled');
    }
  }

  /** Notifies the person the task is assigned to, otherwise the specialists, otherwise the administrators. */
  async #submitted(
    transaction: Executor,
    resource: Pick<LockedResource, 'id' | 'kind' | 'title' | 'department_id'>,
    { by, assigneeId }: { by: string; assigneeId: string | null },
  ): Promise<void> {
    const others = (ids: readonly string[]) => ids.filter((id) => id !== by);
    const assigned = assigneeId ? [assigneeId] : others(await listPublishers(transaction, resource.department_id));
    const recipients = assigned.length > 0 ? assigned : await listAdministrators(transaction);
    const person = await getPersonName(transaction, by);
    for (const userId of others(recipients)) {
      await this.#notifications.notify(transaction, {
        ...{ userId, kind: 'resourceSubmitted', params: { title: resource.title, person } },
        ...{ link: reviewQueuePath(resource), group: 'resourceSubmitted' },
        groupLink: `${resourceList.page}?${reviewQueueView}`,
      });
    }
  }
}
