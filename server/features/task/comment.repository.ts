import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type CommentRecord = {
  id: string;
  author_id: string | null;
  author_name: string | null;
  text: string;
  created_at: Date;
};

const mostComments = 500;

export function listComments(db: Executor, taskId: string): Promise<CommentRecord[]> {
  return db
    .selectFrom('task_comments')
    .leftJoin('users', 'users.id', 'task_comments.author_id')
    .select([
      'task_comments.id',
      'task_comments.author_id',
      'users.name as author_name',
      'task_comments.text',
      'task_comments.created_at',
    ])
    .where('task_comments.task_id', '=', taskId)
    .orderBy('task_comments.id')
    .limit(mostComments)
    .execute();
}

async function updateCount(db: Executor, taskId: string): Promise<void> {
  await sql`update tasks set comments = (select count(*) from task_comments where task_id = ${taskId})
    where id = ${taskId}`.execute(db);
}

export async function insertComment(
  db: Executor,
  comment: { id: string; task_id: string; author_id: string; text: string },
): Promise<void> {
  await db.insertInto('task_comments').values(comment).execute();
  await updateCount(db, comment.task_id);
}

/** Undefined when this person has no such comment. */
export async function deleteComment(
  db: Executor,
  comment: { id: string; taskId: string; authorId: string },
): Promise<{ text: string } | undefined> {
  const deleted = await db
    .deleteFrom('task_comments')
    .where('id', '=', comment.id)
    .where('task_id', '=', comment.taskId)
    .where('author_id', '=', comment.authorId)
    .returning('text')
    .executeTakeFirst();
  if (deleted) await updateCount(db, comment.taskId);
  return deleted;
}
