import type { TaskRow } from '@lectern/contract/features/task.ts';
import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { newTaskAction } from '../task-actions.ts';
import { showTasks, taskPage } from '../task-dialog.ts';
import {
  BoardColumn,
  type BoardOwner,
  type BoardState,
  boardOwners,
  boardStates,
  type HeldCard,
  useMoveCard,
} from './board-column.tsx';
import './board.css';

/** Tasks in columns by state; cards can be dragged or moved by keys. */
export function BoardPage() {
  const texts = useTexts();
  const { task } = texts;
  const user = useCurrentUser();
  const { searchStr } = useLocation();
  const wanted = new URLSearchParams(searchStr).get('of') as BoardOwner | null;
  const owner = wanted && boardOwners.includes(wanted) ? wanted : 'mine';
  const move = useMoveCard();
  const cards = useRef(new Map<string, TaskRow>());
  const focus = useRef<string | null>(null);
  const [held, setHeld] = useState<HeldCard | null>(null);
  const step = (row: TaskRow, by: -1 | 1) => {
    const next = boardStates[boardStates.indexOf(row.state as BoardState) + by];
    if (!next) return;
    focus.current = row.id;
    void move(row, next);
  };
  return (
    <div className="board-page">
      <PageHeader title={texts.routes['system.task']}>
        <ChoiceField
          label={task.board.whose}
          value={owner}
          options={boardOwners.map((value) => ({ value, label: task.tabs[value] }))}
          onChange={(value) => navigate(`${taskPage}?show=board&of=${value}`)}
        />
        <Button icon="list" onClick={() => showTasks('list')}>
          {task.actions.list}
        </Button>
        <Button look="primary" icon="plus" onClick={() => void newTaskAction.run({ navigate, user })}>
          {task.actions.create}
        </Button>
      </PageHeader>
      <p className="board-hint">{task.board.hint}</p>
      <DragArea
        onDrop={({ id }, place) => {
          const row = cards.current.get(id);
          if (row && place.kind === 'column') void move(row, place.id as BoardState);
        }}
      >
        <div className="board">
          {boardStates.map((state) => (
            <BoardColumn
              key={state}
              owner={owner}
              state={state}
              cards={cards}
              focus={focus}
              held={held}
              onHeld={setHeld}
              onStep={step}
            />
          ))}
        </div>
      </DragArea>
    </div>
  );
}
