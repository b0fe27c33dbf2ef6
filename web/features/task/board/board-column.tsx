import { listTasks, type TaskRow, updateTask } from '@lectern/contract/features/task.ts';
import type { TaskState } from '@lectern/contract/features/task-kinds.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { QueryError } from '../../../components/error-panel.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { RowMenu } from '../../../components/list-page/row-menu.tsx';
import { rowHref } from '../../../components/list-page/use-list-address.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { call } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { toZonedInput } from '../../../lib/zoned-time.ts';
import { taskActions } from '../task-actions.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { taskPage } from '../task-dialog.ts';
import { DueTime, Priority } from '../task-marks.tsx';

/** The card that last had the focus, with its position in the column. */
export type HeldCard = { state: BoardState; id: string; at: number };

type Props = {
  owner: BoardOwner;
  state: BoardState;
  /** All cards on the board, by id. */
  cards: RefObject<Map<string, TaskRow>>;
  /** Id of the card that was moved by keys and should keep the focus. */
  focus: RefObject<string | null>;
  held: HeldCard | null;
  onHeld: (held: HeldCard) => void;
  onStep: (row: TaskRow, by: -1 | 1) => void;
};

export function BoardColumn({ owner, state, cards, focus, held, onHeld, onStep }: Props) {
  const { task } = useTexts();
  const format = useFormat();
  const { query, column, rows, count } = useBoardColumn(owner, state);
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const name = task.board.columns[state];
  const { ref, marks } = useDragRow({ kind: 'column', id: state, name, zones: () => ['inside'] }, { fixed: true });
  useEffect(() => {
    for (const row of rows) cards.current.set(row.id, row);
    const moved = focus.current;
    if (!moved || !rows.some(({ id }) => id === moved)) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved)}"] a`)?.focus();
    focus.current = null;
  }, [rows, cards, focus]);
  const isGone = held?.state === state && !rows.some(({ id }) => id === held.id);
  const home = isGone ? rows[Math.min(held.at, rows.length - 1)]?.id : undefined;
  const isMore = count !== undefined && count.value > rows.length;
  return (
    <section ref={ref} {...marks} className="board-column drag-panel drag-row" aria-labelledby={title}>
      <h2 id={title}>
        {name} {count && <small>{countWords(count, format)}</small>}
      </h2>
      {column.error && <QueryError query={column} keepsOld={column.data !== undefined} />}
      {column.isPending && (
        <SkeletonRegion className="board-wait">
          <Skeleton height={72} />
          <Skeleton height={72} />
        </SkeletonRegion>
      )}
      {column.data && rows.length === 0 && <p className="board-none">{task.board.empty[state]}</p>}
      <ul ref={list}>
        {rows.map((row, at) => (
          <BoardCard
            key={row.id}
            task={row}
            isHome={row.id === home}
            onStep={(by) => onStep(row, by)}
            onHeld={() => onHeld({ state, id: row.id, at })}
          />
        ))}
      </ul>
      {isMore && (
        <AppLink className="board-more" to={`${taskPage}?${new URLSearchParams(query)}`}>
          {fillText(task.board.more, { count: countWords(count, format) })}
        </AppLink>
      )}
    </section>
  );
}

export const boardStates = ['open', 'doing', 'done'] as const;
export type BoardState = (typeof boardStates)[number];
export const boardOwners = ['mine', 'team', 'created'] as const;
export type BoardOwner = (typeof boardOwners)[number];

const weekMs = 7 * 86_400_000;

/** The list query for a column, so that the column can link to the same rows in the list. */
function columnQuery(
  owner: BoardOwner,
  state: BoardState,
  me: { id: string; timeZone: string },
  now: number,
): Record<string, string> {
  if (state !== 'done') return { tab: owner, state, sort: 'due' };
  const from = toZonedInput(new Date(now - weekMs).toISOString(), me.timeZone).slice(0, 10);
  const whose: Record<string, string> = { mine: { assignee: me.id }, created: { createdBy: me.id }, team: {} }[
    owner
  ] as Record<string, string>;
  return { tab: 'done', closed: `${from}..`, sort: '-closed', ...whose };
}

function useBoardColumn(owner: BoardOwner, state: BoardState) {
  const me = useCurrentUser();
  const query = columnQuery(owner, state, me, Date.now());
  const column = useQuery(queryOf(listTasks, { query } as never, { quiet: true }));
  return { query, column, rows: (column.data?.rows ?? []) as TaskRow[], count: column.data?.count };
}

/** Moves a card to another column; the notification offers Undo. */
export function useMoveCard() {
  const client = useQueryClient();
  const { task: texts, drag } = useTexts();
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([listTasks]) });
  const write = async (id: string, version: number, state: TaskState) => {
    const saved = await call(updateTask, { params: { id }, body: { state, version } }, { quiet: true });
    await refresh();
    return saved;
  };
  return async (task: TaskRow, state: BoardState): Promise<void> => {
    if (task.state === state) return;
    try {
      const saved = await write(task.id, task.version, state);
      const title = fillText(texts.board.moved, { title: task.title, state: texts.states[state] });
      const undo = () => void write(task.id, saved.version, task.state).catch(() => refresh());
      notify({ level: 'success', title, action: { label: drag.undo, run: undo } });
    } catch (error) {
      const text = isApiError(error) ? error.message : '';
      notify({ level: 'error', title: fillText(texts.board.notMoved, { title: task.title }), text });
      await refresh();
    }
  };
}

type BoardCardProps = {
  task: TaskRow;
  /** This card takes the place of the focused card that has left the column, so keyboard navigation continues here. */
  isHome: boolean;
  onStep: (by: -1 | 1) => void;
  onHeld: () => void;
};

/** One task: the title opens it, Alt+arrow moves it, and the menu has the other actions. */
function BoardCard({ task, isHome, onStep, onHeld }: BoardCardProps) {
  const { list, drag: hints, words } = useTexts();
  const { pathname, searchStr } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isFixed = task.closedByRule;
  // Cards can only be dropped on columns, not on each other.
  const drag = useDragRow({ kind: 'card', id: task.id, name: task.title, zones: () => [] }, { fixed: isFixed });
  const target: TaskTarget = { selection: { ids: [task.id] }, count: 1, row: task, done: () => undefined };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (!by || !event.altKey || isFixed) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <li
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      className="board-card drag-row"
      data-card={task.id}
      onKeyDown={onKeyDown}
      onFocus={onHeld}
    >
      <div className="board-card-head">
        <AppLink
          to={rowHref(pathname, searchStr, task.id)}
          className="board-card-title"
          title={isFixed ? undefined : hints.gripHint}
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
      <div className="board-card-kind">{words.taskKinds[task.kind]}</div>
      <div className="board-card-foot">
        {task.priority !== 2 && <Priority priority={task.priority} />}
        {task.state !== 'done' && (task.dueAt || task.snoozedUntil) && <DueTime task={task} named />}
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
