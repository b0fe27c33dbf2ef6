import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { MyTask, myTasks } from '@lectern/contract/features/my-tasks.ts';
import {
  type createTask,
  type TaskView,
  taskDetail,
  taskFields,
  type updateTask,
} from '@lectern/contract/features/task.ts';
import { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { TaskAnnouncer } from './task-announcer.ts';
import { countOwnTasks, findTaskRecord, getTaskRecord, insertByHand, listOwnTasks } from './task-change.repository.ts';
import type { TaskChangeService } from './task-change.service.ts';
import { presentTask, presentTaskView, type TaskChange, type TaskRecord } from './task-record.ts';

type Dependencies = { db: Db; changes: TaskChangeService; publisher: EventPublisher; announcer: TaskAnnouncer };

/** Single-task actions of people. */
export class TaskCommandService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get(context: SignedInContext, id: string): Promise<TaskView> {
    return this.#read(this.#dependencies.db, context, id);
  }

  async mine({ principal }: SignedInContext, size: number): Promise<OutputOf<typeof myTasks>> {
    const { db } = this.#dependencies;
    const [rows, count] = await Promise.all([
      listOwnTasks(db, principal.userId, size),
      countOwnTasks(db, principal.userId),
    ]);
    return { rows: rows.map(presentMine), count };
  }

  /** Assigned to oneself by default. */
  async create(context: SignedInContext, wanted: BodyOf<typeof createTask>): Promise<TaskView> {
    const { db, changes, announcer, publisher } = this.#dependencies;
    const { principal } = context;
    const assigneeId = wanted.assigneeId ?? principal.userId;
    return db.transaction().execute(async (transaction) => {
      const assignee = await changes.judgeAssignee(transaction, principal, assigneeId);
      const { title, note, priority, link } = wanted;
      const task = {
        id: newId(),
        title,
        note,
        priority,
        link,
        assignee_id: assigneeId,
        created_by: principal.userId,
        due_at: wanted.dueAt === null ? null : new Date(wanted.dueAt),
        department_id: assignee.department_id ?? principal.departmentId,
      };
      await insertByHand(transaction, task);
      const after = { title, note, priority, dueAt: wanted.dueAt, assigneeId };
      await recordActivity(transaction, context, {
        action: 'task.created',
        objectType: 'task',
        objectId: task.id,
        after,
      });
      await announcer.assigned(
        transaction,
        { ...task, kind: 'byHand' },
        { id: principal.userId, name: principal.name },
      );
      await publisher.publish(transaction, null, { topic: 'task' });
      return this.#read(transaction, context, task.id);
    });
  }

  async update(context: SignedInContext, id: string, wanted: BodyOf<typeof updateTask>): Promise<TaskView> {
    const { db, changes } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const task = await changes.take(transaction, context, id);
      if (task.version !== wanted.version) throw new AppError('changedMeanwhile');
      await changes.change(transaction, context, task, columnsOf(wanted));
      return presentTaskView(await getTaskRecord(transaction, id));
    });
  }

  async #read(db: Executor, { principal }: SignedInContext, id: string): Promise<TaskView> {
    const record = await findTaskRecord(db, id, principal);
    if (!record) throw new AppError('notFound');
    return presentTaskView(record);
  }
}

function presentMine(row: TaskRecord): MyTask {
  const { id, kind, title, link, dueAt, overdue } = presentTask(row);
  return { id, kind, title, link, dueAt, overdue };
}

function columnsOf(wanted: Omit<BodyOf<typeof updateTask>, 'version'>): TaskChange {
  const { title, note, priority, dueAt, assigneeId, state, snoozedUntil, closeNote } = wanted;
  const instant = (value: string | null) => (value === null ? null : new Date(value));
  return {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note }),
    ...(priority !== undefined && { priority }),
    ...(dueAt !== undefined && { due_at: instant(dueAt) }),
    ...(assigneeId !== undefined && { assignee_id: assigneeId }),
    ...(state !== undefined && { state }),
    ...(snoozedUntil !== undefined && { snoozed_until: instant(snoozedUntil) }),
    ...(closeNote !== undefined && { close_note: closeNote }),
  };
}

const changes = z.strictObject(taskFields).partial();

/** A task as seen by the edit lock and the activity log. */
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
      // An old value may no longer be valid.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await tasks.update(context, id, { ...parsed.data, version });
    },
  };
}
