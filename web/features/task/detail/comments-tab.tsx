import {
  addTaskComment,
  getTask,
  listTaskActivity,
  listTaskComments,
  listTasks,
  removeTaskComment,
  type TaskComment,
} from '@lectern/contract/features/task.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useTaskRefresh } from '../use-task-refresh.ts';

const shown = [listTaskComments];
const touched = [listTaskComments, getTask, listTasks, listTaskActivity];

/** What people said about a to-do, oldest first, and a line to say more. */
export function CommentsTab({ taskId }: { taskId: string }) {
  const { detail } = useTexts().task;
  const comments = useQuery(queryOf(listTaskComments, { params: { id: taskId } }, { quiet: true }));
  const remove = useMutationOf(removeTaskComment, { invalidates: touched });
  useTaskRefresh(shown);
  const takeBack = (commentId: string) =>
    remove.mutate(
      { params: { id: taskId, commentId } },
      { onSuccess: () => notify({ level: 'success', title: detail.removed }) },
    );
  return (
    <div className="task-comments">
      {comments.error && (
        <ErrorPanel
          error={comments.error}
          keepsOld={comments.data !== undefined}
          retrying={comments.isFetching}
          onRetry={() => void comments.refetch()}
        />
      )}
      {comments.isPending && (
        <SkeletonRegion>
          <Skeleton height={80} />
        </SkeletonRegion>
      )}
      {comments.data?.length === 0 && <EmptyState icon="send" title={detail.noComments} />}
      {comments.data && comments.data.length > 0 && (
        <ol>
          {comments.data.map((comment) => (
            <CommentEntry key={comment.id} comment={comment} onRemove={() => takeBack(comment.id)} />
          ))}
        </ol>
      )}
      <CommentForm taskId={taskId} />
    </div>
  );
}

function CommentEntry({ comment, onRemove }: { comment: TaskComment; onRemove: () => void }) {
  const { detail } = useTexts().task;
  const format = useFormat();
  const name = comment.author?.name ?? detail.gone;
  return (
    <li>
      <Avatar name={name} size={22} />
      <div>
        <div className="task-comment-head">
          <strong>{name}</strong>
          <time dateTime={comment.createdAt} title={format.dateTime(comment.createdAt)}>
            {format.relativeTime(comment.createdAt)}
          </time>
          {comment.own && <IconButton icon="trash" label={detail.remove} onClick={onRemove} />}
        </div>
        <p>{comment.text}</p>
      </div>
    </li>
  );
}

/** Ctrl and Enter sends; what could not be sent stays. */
function CommentForm({ taskId }: { taskId: string }) {
  const { detail } = useTexts().task;
  const [text, setText] = useState('');
  const add = useMutationOf(addTaskComment, { invalidates: touched, idempotent: true });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate({ params: { id: taskId }, body: { text: text.trim() } }, { onSuccess: () => setText('') });
  };
  return (
    <form className="task-comment-form" onSubmit={send}>
      <TextareaField
        label={detail.comment}
        value={text}
        rows={2}
        maxLength={2000}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <Button submits look="primary" icon="send" busy={add.isPending} disabled={text.trim() === ''} keys="$mod+Enter">
        {add.isPending ? detail.sending : detail.send}
      </Button>
    </form>
  );
}
