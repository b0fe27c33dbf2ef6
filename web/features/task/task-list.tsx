import { exportTasks, listTasks, type TaskRow, taskList } from '@lectern/contract/features/task.ts';
import { Avatar } from '../../components/avatar.tsx';
import { filterLink, none, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { boardAction, newTaskAction, rulesAction, taskActions } from './task-actions.ts';
import { DueTime, Priority, TaskStatus } from './task-marks.tsx';

function who(person: TaskRow['assignee'], filter: 'assignee' | 'createdBy', context: CellContext, nobody: string) {
  if (!person) return <span className="grid-quiet">{nobody}</span>;
  return (
    <span className="task-who">
      <Avatar name={person.name} size={18} />
      {filterLink(filter, person.id, person.name, context)}
    </span>
  );
}

export const taskListDefinition: ListDefinition<TaskRow> = {
  list: taskList,
  endpoint: listTasks,
  exportEndpoint: exportTasks,
  icon: 'task',
  mainColumn: 'title',
  opens: true,
  labelOf: (task) => task.title,
  primary: newTaskAction,
  more: [rulesAction, boardAction],
  actions: taskActions,
  texts: ({ task, routes, words }) => ({
    title: routes['system.task'],
    search: task.search,
    emptyTitle: task.emptyTitle,
    emptyText: task.emptyText,
    emptyTabs: task.emptyTabs,
    tabs: task.tabs,
    filters: task.filters,
    columns: task.columns,
    values: {
      kind: words.taskKinds,
      state: task.states,
      priority: task.priorities,
    },
  }),
  columns: {
    title: {
      width: 270,
      grow: 7,
      cell: (task) => (
        <span className="grid-name" title={task.title}>
          {task.title}
        </span>
      ),
    },
    kind: {
      width: 184,
      grow: 1,
      keep: 5,
      cell: (task, context) => filterLink('kind', [task.kind], context.texts.words.taskKinds[task.kind], context),
    },
    priority: {
      width: 84,
      grow: 0,
      keep: 6,
      cell: (task) => <Priority priority={task.priority} />,
    },
    due: { width: 120, grow: 0, keep: 7, cell: (task) => <DueTime task={task} /> },
    assignee: {
      width: 140,
      grow: 1,
      keep: 4,
      cell: (task, context) => who(task.assignee, 'assignee', context, context.texts.task.nobody),
    },
    // In narrow lists the state outlives what the task is about, because the title usually tells that.
    state: { width: 118, grow: 0, keep: 8, cell: (task) => <TaskStatus task={task} /> },
    department: {
      width: 130,
      grow: 1,
      keep: 2,
      cell: (task, context) =>
        task.department ? filterLink('department', [task.department.id], task.department.name, context) : none(context),
    },
    comments: { width: 92, grow: 0, cell: (task, { format }) => format.number(task.comments) },
    createdBy: {
      width: 130,
      grow: 1,
      keep: 1,
      cell: (task, context) => who(task.createdBy, 'createdBy', context, context.texts.task.rule),
    },
    created: { width: 120, grow: 0, greatestFirst: true, cell: (task, context) => timeAgo(task.createdAt, context) },
    changed: { width: 120, grow: 0, greatestFirst: true, cell: (task, context) => timeAgo(task.changedAt, context) },
    closed: {
      width: 120,
      grow: 0,
      greatestFirst: true,
      cell: (task, context) => (task.closedAt ? timeAgo(task.closedAt, context) : none(context)),
    },
  },
};
