import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { TaskService } from '../task/task.service.ts';
import type { LockedResource } from './resource.repository.ts';

/** What waits for a review is a to-do of the editors, opened and closed by the state itself. */
export class ReviewTasks {
  readonly #tasks: TaskService;

  constructor(tasks: TaskService) {
    this.#tasks = tasks;
  }

  async moved(
    transaction: Executor,
    resource: Pick<LockedResource, 'id' | 'kind' | 'title' | 'state' | 'department_id'>,
    to: ResourceState,
    by: string | null,
  ): Promise<void> {
    const dedupeKey = `review:${resource.id}`;
    if (to === resource.state) return;
    if (to === 'in_review') {
      await this.#tasks.open(transaction, {
        kind: 'review',
        title: resource.title,
        objectType: 'resource',
        objectId: resource.id,
        details: { kind: resource.kind, departmentId: resource.department_id },
        dedupeKey,
        createdBy: by,
      });
    } else if (resource.state === 'in_review') {
      const isDecided = to === 'published' || to === 'rejected';
      await this.#tasks.close(transaction, dedupeKey, isDecided ? 'done' : 'cancelled');
    }
  }
}
