import type { TaskRow } from '@lectern/contract/features/task.ts';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { taskPage } from '../task-address.ts';
import { BoardCard } from './board-card.tsx';
import { type BoardOwner, type BoardState, useBoardColumn } from './use-board.ts';

/** The card that had the focus last, and its place in its column. */
export type HeldCard = { state: BoardState; id: string; at: number };

type Props = {
  owner: BoardOwner;
  state: BoardState;
  /** What the whole board shows, by id. */
  cards: RefObject<Map<string, TaskRow>>;
  /** The card that was moved by keys, and goes on having the focus. */
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
      {column.error && (
        <ErrorPanel
          error={column.error}
          keepsOld={column.data !== undefined}
          retrying={column.isFetching}
          onRetry={() => void column.refetch()}
        />
      )}
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
