import type { TaskRow } from '@lectern/contract/features/task.ts';
import type { TaskPriority, TaskState } from '@lectern/contract/features/task-kinds.ts';
import { Icon } from '../../components/icon.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import './task-marks.css';
import { continued } from '../../lib/i18n/punctuation.ts';

const tones: Record<TaskState, StatusTone> = { open: 'warn', doing: 'info', done: 'ok', cancelled: 'idle' };

/** State of a task; tells when a rule closed it automatically. */
export function TaskStatus({ task }: { task: Pick<TaskRow, 'state' | 'closedByRule'> }) {
  const { task: texts } = useTexts();
  return (
    <span title={task.closedByRule ? texts.byState : undefined}>
      <Status tone={tones[task.state]}>{texts.states[task.state]}</Status>
    </span>
  );
}

/** Shown by icon and text, never by colour alone. */
export function Priority({ priority }: { priority: TaskPriority }) {
  const { task } = useTexts();
  const icon = { 1: 'arrowUp', 2: undefined, 3: 'arrowDown' }[priority] as 'arrowUp' | 'arrowDown' | undefined;
  return (
    <span className="task-priority" data-priority={priority}>
      {icon && <Icon name={icon} />}
      {task.priorities[priority]}
    </span>
  );
}

type DueTimeProps = {
  task: Pick<TaskRow, 'dueAt' | 'overdue' | 'snoozedUntil'>;
  /** Outside a column named “Due date”, the text itself says what the time is. */
  named?: boolean;
};

/** Due date, or when a snoozed task returns; overdue is also stated in words. */
export function DueTime({ task, named = false }: DueTimeProps) {
  const { task: texts, words } = useTexts();
  const format = useFormat();
  const { dueAt, overdue, snoozedUntil } = task;
  if (snoozedUntil) {
    return (
      <span className="task-due" title={`${texts.detail.snoozed} ${format.dateTime(snoozedUntil)}`}>
        <Icon name="moon" />
        <time dateTime={snoozedUntil}>{format.relativeTime(snoozedUntil)}</time>
      </span>
    );
  }
  if (!dueAt) return <span className="grid-quiet">{words.none}</span>;
  const when = format.relativeTime(dueAt);
  return (
    <span className="task-due" data-overdue={overdue || undefined} title={format.dateTime(dueAt)}>
      {overdue && <Icon name="warning" />}
      <time dateTime={dueAt}>{named ? fillText(texts.dueAt, { time: when }) : when}</time>
      {overdue && <span className="visually-hidden">{continued(texts.overdue)}</span>}
    </span>
  );
}
