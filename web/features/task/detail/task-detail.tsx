import {
  addTaskComment,
  getTask,
  listTaskActivity,
  listTaskComments,
  listTasks,
  removeTaskComment,
  type TaskComment,
  type TaskRow,
  type TaskView,
  taskDetailEndpoints,
} from '@lectern/contract/features/task.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { ActionMenu } from '../../../components/detail/action-menu.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/detail-sheet.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { FormSheet, useOpenedId, WaitingSheet } from '../../../components/detail/form-sheet.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { isOffered } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { type Format, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useLiveRefresh } from '../../../lib/use-live-refresh.ts';
import { doAction, taskActions } from '../task-actions.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { taskListDefinition } from '../task-list.tsx';
import { TaskStatus } from '../task-marks.tsx';
import { TaskDetailFields, type TaskSheetState, useStoredTask, useTaskSheet } from './task-detail-fields.tsx';
import './task-detail.css';

/** The task named in the address, in a sheet over the list or the board. */
export function TaskDetail() {
  const id = useOpenedId();
  return id ? <OpenedTask id={id} /> : null;
}

function OpenedTask({ id }: { id: string }) {
  const { task: texts } = useTexts();
  const neighbours = useNeighbours(taskListDefinition, id);
  const { task, refresh } = useStoredTask(id);
  if (task.data) return <TaskSheet task={task.data} neighbours={neighbours} refresh={refresh} />;
  return <WaitingSheet neighbours={neighbours} query={task} notFound={texts.detail.notFound} />;
}

type SheetProps = { task: TaskView; neighbours: Neighbours<TaskRow>; refresh: () => Promise<void> };

function TaskSheet({ task, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useTaskSheet(task, refresh);
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listTasks]) });
  };
  return (
    <FormSheet
      label={task.title}
      neighbours={neighbours}
      header={<TaskDetailHeader task={task} state={state} />}
      edit={state}
    >
      <TaskDetailFields task={task} state={state} />
      <TaskDetailTabs task={task} onReverted={onReverted} />
    </FormSheet>
  );
}

const tabIds = ['comments', 'activity'] as const;

function TaskDetailTabs({ task, onReverted }: { task: TaskView; onReverted: () => void }) {
  const texts = useTexts();
  const format = useFormat();
  const [chosen, choose] = useState<(typeof tabIds)[number]>('comments');
  const { tabs, tabsLabel } = texts.task.detail;
  const tab = (id: (typeof tabIds)[number]) => ({
    id,
    label: tabs[id],
    ...(id === 'comments' && task.comments > 0 && { count: task.comments }),
  });
  return (
    <div className="detail-side">
      <Tabs label={tabsLabel} tabs={tabIds.map(tab)} active={chosen} onChange={choose}>
        {chosen === 'comments' ? (
          <CommentsTab taskId={task.id} />
        ) : (
          <ActivityTab
            calls={taskDetailEndpoints}
            id={task.id}
            version={task.version}
            words={taskWords(texts, format)}
            current={{
              ...{ title: task.title, note: task.note, priority: task.priority, dueAt: task.dueAt },
              assigneeId: task.assignee?.id ?? null,
            }}
            onReverted={onReverted}
          />
        )}
      </Tabs>
    </div>
  );
}

/** Labels and values for the activity log. */
function taskWords(texts: Texts, format: Format): FieldWords {
  const { form, detail, filters, activities } = texts.task;
  const fields: Record<string, string> = {
    ...{ title: filters.title, note: form.note, priority: form.priority, dueAt: form.due, assigneeId: form.assignee },
    ...{ state: filters.state, snoozedUntil: detail.snoozed, closeNote: detail.closeNote, text: detail.comment },
  };
  const words: Record<string, Record<string, string>> = {
    priority: texts.task.priorities,
    state: texts.task.states,
  };
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      const isTime = (field === 'dueAt' || field === 'snoozedUntil') && typeof value === 'string';
      return isTime ? format.dateTime(value) : (words[field]?.[String(value)] ?? plainValue(value, texts.words));
    },
    action: (action) => activities[action],
  };
}

/** Title, state, next step, and all other actions. */
function TaskDetailHeader({ task, state }: { task: TaskView; state: TaskSheetState }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form, editable } = state;
  const target: TaskTarget = { selection: { ids: [task.id] }, count: 1, row: task, done: () => undefined };
  const offered = taskActions.filter((action) => isOffered(action, target, me));
  const due = offered.find((action) => action === doAction) ?? offered.find(({ id }) => id === 'task.finish');
  const rest = offered.filter((action) => action !== due);
  const run = (action: (typeof offered)[number]) => void action.run(target, { navigate, user: me });
  const mayName = editable && task.kind === 'byHand';
  return (
    <>
      <TitleField
        label={texts.task.form.title}
        value={form.values.title}
        error={form.problems.title}
        changed={form.changed.includes('title')}
        maxLength={200}
        onChange={mayName ? (value) => form.set('title', value) : undefined}
        onEnter={() => void form.submit()}
      />
      <TaskStatus task={task} />
      {due && (
        <Button look="primary" {...(due.icon && { icon: due.icon })} onClick={() => run(due)}>
          {due.label(texts)}
        </Button>
      )}
      <ActionMenu label={fillText(texts.task.detail.moreActions, { name: task.title })} actions={rest} onRun={run} />
    </>
  );
}

const shown = [listTaskComments];
const touched = [listTaskComments, getTask, listTasks, listTaskActivity];

/** Comments on a task, oldest first, with a form to add one. */
function CommentsTab({ taskId }: { taskId: string }) {
  const { detail } = useTexts().task;
  const comments = useQuery(queryOf(listTaskComments, { params: { id: taskId } }, { quiet: true }));
  const remove = useMutationOf(removeTaskComment, { invalidates: touched });
  useLiveRefresh('task', shown);
  const takeBack = (commentId: string) =>
    remove.mutate(
      { params: { id: taskId, commentId } },
      { onSuccess: () => notify({ level: 'success', title: detail.removed }) },
    );
  return (
    <div className="task-comments">
      {comments.error && <QueryError query={comments} keepsOld={comments.data !== undefined} />}
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

/** Ctrl+Enter sends; a comment that fails to send stays in the form. */
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
