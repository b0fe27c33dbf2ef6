import { listTasks, type TaskRow, type TaskView } from '@lectern/contract/features/task.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { DetailSheet } from '../../../components/detail/detail-sheet.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/use-neighbours.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { taskListDefinition } from '../list/task-list.tsx';
import { TaskDetailFields } from './task-detail-fields.tsx';
import { TaskDetailHeader } from './task-detail-header.tsx';
import { TaskDetailTabs } from './task-detail-tabs.tsx';
import { useStoredTask, useTaskSheet } from './use-task-sheet.ts';
import './task-detail.css';

/** The to-do that the address names, over the list or the board. */
export function TaskDetail() {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get('id');
  return id ? <OpenedTask id={id} /> : null;
}

function OpenedTask({ id }: { id: string }) {
  const { task: texts, words } = useTexts();
  const neighbours = useNeighbours(taskListDefinition, id);
  const { task, refresh } = useStoredTask(id);
  if (task.data) return <TaskSheet task={task.data} neighbours={neighbours} refresh={refresh} />;
  return (
    <DetailSheet
      label={words.loading}
      neighbours={neighbours}
      header={<h3 className="detail-title">{task.error ? texts.detail.notFound : words.loading}</h3>}
      onSave={() => undefined}
    >
      <div className="detail-main">
        {task.error ? (
          <ErrorPanel error={task.error} retrying={task.isFetching} onRetry={() => void task.refetch()} />
        ) : (
          <SkeletonRegion>
            <Skeleton height={240} />
          </SkeletonRegion>
        )}
      </div>
    </DetailSheet>
  );
}

type SheetProps = { task: TaskView; neighbours: Neighbours<TaskRow>; refresh: () => Promise<void> };

function TaskSheet({ task, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useTaskSheet(task, refresh);
  const { form, lock, goOn } = state;
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listTasks]) });
  };
  return (
    <DetailSheet
      label={task.title}
      neighbours={neighbours}
      header={<TaskDetailHeader task={task} state={state} />}
      notices={<DetailNotices lock={lock} onGoOn={goOn} form={form} />}
      footer={
        <DetailSaveBar
          changes={form.changed.length}
          saving={form.saving}
          blocked={!state.editable}
          onSave={() => void form.submit()}
          onDiscard={form.discard}
        />
      }
      onSave={() => void (state.editable && form.submit())}
    >
      <TaskDetailFields task={task} state={state} />
      <TaskDetailTabs task={task} onReverted={onReverted} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </DetailSheet>
  );
}
