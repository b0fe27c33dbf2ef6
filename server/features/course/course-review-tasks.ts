import type { CourseState } from '@lectern/contract/features/course-state.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { TaskService } from '../task/task.service.ts';
import type { LockedCourse } from './course.repository.ts';

/** What waits for a review is a to-do of the editors, opened and closed by the state itself. */
export class CourseReviewTasks {
  readonly #tasks: Pick<TaskService, 'open' | 'close'>;

  constructor(tasks: Pick<TaskService, 'open' | 'close'>) {
    this.#tasks = tasks;
  }

  async moved(
    transaction: Executor,
    course: Pick<LockedCourse, 'id' | 'name' | 'state' | 'department_id'>,
    to: CourseState,
    by: string | null,
  ): Promise<void> {
    const dedupeKey = `courseReview:${course.id}`;
    if (to === course.state) return;
    if (to === 'in_review') {
      await this.#tasks.open(transaction, {
        kind: 'courseReview',
        title: course.name,
        objectType: 'course',
        objectId: course.id,
        details: { departmentId: course.department_id },
        dedupeKey,
        createdBy: by,
        departmentId: course.department_id,
      });
    } else if (course.state === 'in_review') {
      const isDecided = to === 'published' || to === 'draft';
      await this.#tasks.close(transaction, dedupeKey, isDecided ? 'done' : 'cancelled');
    }
  }
}
