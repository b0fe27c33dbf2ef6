import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { TaskService } from '../task/public.ts';
import type { LockedResource } from './resource.repository.ts';

/** The to-do about what was found in a resource, which is nobody's while that is in the trash. */
type DueTasks = { resourceMoved(transaction: Executor, resourceId: string, by: string | null): Promise<void> };

const away: readonly ResourceState[] = ['trashed', 'purged'];

/** What waits for a review is a to-do of the editors, opened and closed by the state itself. */
export class ReviewTasks {
  readonly #tasks: TaskService;
  readonly #due: DueTasks;

  constructor(tasks: TaskService, due: DueTasks) {
    this.#tasks = tasks;
    this.#due = due;
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
      await this.#tasks.open(transaction, {
        kind: 'review',
        title: resource.title,
        objectType: 'resource',
        objectId: resource.id,
        details: { kind: resource.kind, departmentId: resource.department_id },
        dedupeKey,
        createdBy: by,
        departmentId: resource.department_id,
      });
    } else if (resource.state === 'in_review') {
      const isDecided = to === 'published' || to === 'rejected';
      await this.#tasks.close(transaction, dedupeKey, isDecided ? 'done' : 'cancelled');
    }
  }
}
