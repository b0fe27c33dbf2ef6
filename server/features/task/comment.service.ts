import type { TaskComment } from '@lectern/contract/features/task.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { type CommentRecord, deleteComment, insertComment, listComments } from './comment.repository.ts';
import type { TaskAnnouncer } from './task-announcer.ts';
import { findTaskRecord } from './task-change.repository.ts';
import type { TaskChangeService } from './task-change.service.ts';

type Dependencies = { db: Db; changes: TaskChangeService; publisher: EventPublisher; announcer: TaskAnnouncer };

/** Anyone who sees a task may comment; only the author may delete a comment. */
export class CommentService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list({ principal }: SignedInContext, taskId: string): Promise<TaskComment[]> {
    const { db } = this.#dependencies;
    if (!(await findTaskRecord(db, taskId, principal))) throw new AppError('notFound');
    return (await listComments(db, taskId)).map((comment) => presentComment(comment, principal.userId));
  }

  add(context: SignedInContext, taskId: string, text: string): Promise<TaskComment> {
    const { db, changes, announcer, publisher } = this.#dependencies;
    const { userId, name } = context.principal;
    return db.transaction().execute(async (transaction) => {
      const task = await changes.take(transaction, context, taskId);
      const id = newId();
      await insertComment(transaction, { id, task_id: taskId, author_id: userId, text });
      const after = { text };
      await recordActivity(transaction, context, {
        action: 'task.commented',
        objectType: 'task',
        objectId: taskId,
        after,
      });
      await announcer.concerned(transaction, task, { id: userId, name }, 'taskCommented');
      await publisher.publish(transaction, null, { topic: 'task' });
      const createdAt = new Date().toISOString();
      return { id, author: { id: userId, name }, text, createdAt, own: true };
    });
  }

  async remove(context: SignedInContext, { id: taskId, commentId }: { id: string; commentId: string }): Promise<void> {
    const { db, changes, publisher } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await changes.take(transaction, context, taskId);
      const authorId = context.principal.userId;
      const before = await deleteComment(transaction, { id: commentId, taskId, authorId });
      if (!before) throw new AppError('notFound');
      const what = { action: 'task.commentRemoved', objectType: 'task', objectId: taskId, before };
      await recordActivity(transaction, context, what);
      await publisher.publish(transaction, null, { topic: 'task' });
    });
  }
}

function presentComment(comment: CommentRecord, userId: string): TaskComment {
  const { author_id: id, author_name: name } = comment;
  return {
    id: comment.id,
    author: id && name !== null ? { id, name } : null,
    text: comment.text,
    createdAt: comment.created_at.toISOString(),
    own: id === userId,
  };
}
