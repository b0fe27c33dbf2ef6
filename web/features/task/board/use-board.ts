import { listTasks, type TaskRow, updateTask } from '@lectern/contract/features/task.ts';
import type { TaskState } from '@lectern/contract/features/task-words.ts';
import { taskStateWords } from '@lectern/contract/features/task-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { toZonedInput } from '../../../lib/zoned-time.ts';

export const boardStates = ['open', 'doing', 'done'] as const;
export type BoardState = (typeof boardStates)[number];
export const boardOwners = ['mine', 'team', 'created'] as const;
export type BoardOwner = (typeof boardOwners)[number];

const weekMs = 7 * 86_400_000;

/** What of the list a column shows: the list's own query, so that it leads there. */
export function columnQuery(
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

export function useBoardColumn(owner: BoardOwner, state: BoardState) {
  const me = useCurrentUser();
  const query = columnQuery(owner, state, me, Date.now());
  const column = useQuery(queryOf(listTasks, { query } as never, { quiet: true }));
  return { query, column, rows: (column.data?.rows ?? []) as TaskRow[], count: column.data?.count };
}

/** Moves a card to another column; the word that it did offers the way back. */
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
      const title = fillText(texts.board.moved, { title: task.title, state: inLanguage(taskStateWords)[state] });
      const undo = () => void write(task.id, saved.version, task.state).catch(() => refresh());
      notify({ level: 'success', title, deed: { label: drag.undo, run: undo } });
    } catch (error) {
      const text = isApiError(error) ? error.message : '';
      notify({ level: 'error', title: fillText(texts.board.notMoved, { title: task.title }), text });
      await refresh();
    }
  };
}
