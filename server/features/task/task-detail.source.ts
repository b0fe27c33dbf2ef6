import { taskDetail, taskFields } from '@lectern/contract/features/task.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { findTaskRecord } from './task-change.repository.ts';
import type { TaskCommandService } from './task-command.service.ts';

const changes = z.strictObject(taskFields).partial();

/** A to-do as the edit lock and the activity see it. */
export function taskDetailSource(tasks: Pick<TaskCommandService, 'update'>): DetailSource {
  return {
    detail: taskDetail,
    async find(db, principal, id) {
      const task = await findTaskRecord(db, id, principal);
      if (!task) return undefined;
      return {
        version: task.version,
        mayEdit: task.state === 'open' || task.state === 'doing',
        values: {
          title: task.title,
          note: task.note,
          priority: task.priority,
          dueAt: task.due_at?.toISOString() ?? null,
          assigneeId: task.assignee?.id ?? null,
        },
      };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await tasks.update(context, id, { ...parsed.data, version });
    },
  };
}
