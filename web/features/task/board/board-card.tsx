import { useDraggable } from '@dnd-kit/core';
import type { TaskRow } from '@lectern/contract/features/task.ts';
import { taskKindWords } from '@lectern/contract/features/task-words.ts';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import type { RowData } from '../../../components/drag/use-drag-row.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { RowMenu } from '../../../components/list-page/row-menu.tsx';
import { rowHref } from '../../../components/list-page/use-list-address.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { taskActions } from '../task-actions.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { DueTime, Priority } from '../task-marks.tsx';

type Props = {
  task: TaskRow;
  /** It stands where the card was that had the focus: keys go on here. */
  isHome: boolean;
  onStep: (by: -1 | 1) => void;
  onHeld: () => void;
};

/** One to-do: its title opens it, Alt and an arrow moves it, the menu has the rest. */
export function BoardCard({ task, isHome, onStep, onHeld }: Props) {
  const { list, drag: words } = useTexts();
  const { pathname, searchStr } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isFixed = task.closedByRule;
  // Cards are let go in columns, never on each other: only the columns take them.
  const data: RowData = { kind: 'card', id: task.id, name: task.title, zones: () => [] };
  const drag = useDraggable({ id: `card:${task.id}`, data, disabled: isFixed });
  const target: TaskTarget = { selection: { ids: [task.id] }, count: 1, row: task, done: () => undefined };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!by || !event.altKey || isFixed) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <li
      ref={drag.setNodeRef}
      {...drag.listeners}
      className="board-card drag-row"
      data-card={task.id}
      data-dragged={drag.isDragging || undefined}
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onFocus={onHeld}
    >
      <div className="board-card-head">
        <AppLink
          to={rowHref(pathname, searchStr, task.id)}
          className="board-card-title"
          title={isFixed ? undefined : words.gripHint}
          {...(!isFixed && { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' })}
          data-row-focus
          data-focus-home={isHome || undefined}
        >
          {task.title}
        </AppLink>
        <IconButton
          icon="more"
          label={fillText(list.actionsOf, { name: task.title })}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        />
      </div>
      <div className="board-card-kind">{inLanguage(taskKindWords)[task.kind]}</div>
      <div className="board-card-foot">
        {task.priority !== 2 && <Priority priority={task.priority} />}
        {task.state !== 'done' && (task.dueAt || task.snoozedUntil) && <DueTime task={task} />}
        {task.assignee && (
          <span className="board-card-who" title={task.assignee.name}>
            <Avatar name={task.assignee.name} size={20} />
            <span className="visually-hidden">{task.assignee.name}</span>
          </span>
        )}
      </div>
      {anchor && (
        <RowMenu
          anchor={anchor}
          label={fillText(list.actionsOf, { name: task.title })}
          target={target}
          actions={taskActions}
          onClose={() => setAnchor(null)}
        />
      )}
    </li>
  );
}
