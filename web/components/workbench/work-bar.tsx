import { type ReactNode, useSyncExternalStore } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { goToDoubtful, goToSuspect } from './line-keys.ts';
import { moveLine } from './model/line-deeds.ts';
import { type Guide, useWorkbench } from './workbench-context.ts';

type Props = { follow: boolean; onFollow: (follow: boolean) => void; status?: ReactNode; tools?: ReactNode };

/** What can be done to the text, for those who do not know the keys yet. */
export function WorkBar({ follow, onFollow, status, tools }: Props) {
  const bench = useWorkbench();
  const { workbench, reading } = useTexts();
  const { number } = useFormat();
  const { work, kind, readOnly, commands } = bench;
  const follows = work.state.subscribe;
  const canUndo = useSyncExternalStore(follows, () => work.state.get().history.past !== null);
  const canRedo = useSyncExternalStore(follows, () => work.state.get().history.future !== null);
  const doubtful = useSyncExternalStore(follows, () => work.state.get().doubtful);
  const suspects = useSyncExternalStore(follows, () => work.state.get().suspects > 0);
  return (
    <div className="wb-bar" role="toolbar" aria-label={workbench.toolbar}>
      {!readOnly && (
        <>
          <IconButton icon="undo" label={workbench.keys.undo} disabled={!canUndo} onClick={() => work.undo()} />
          <IconButton
            icon="undo"
            className="wb-redo"
            label={workbench.keys.redo}
            disabled={!canRedo}
            onClick={() => work.redo()}
          />
        </>
      )}
      <IconButton icon="search" label={workbench.keys.find} onClick={commands.find} />
      {kind === 'page' && !readOnly && <OrderButtons />}
      {kind !== 'page' && !readOnly && (
        <IconButton icon="clock" label={workbench.shift.title} onClick={commands.shift} />
      )}
      {kind !== 'page' && (
        <IconButton
          icon="audio"
          label={reading.follow}
          aria-pressed={follow}
          className="wb-follow"
          onClick={() => onFollow(!follow)}
        />
      )}
      <IconButton icon="keyboard" label={workbench.keysTitle} onClick={commands.help} />
      {bench.extras.guide ? (
        <GuideButton guide={bench.extras.guide} />
      ) : (
        <Button size="small" keys="Tab" disabled={doubtful === 0} onClick={() => goToDoubtful(bench, 1)}>
          {doubtful === 0
            ? workbench.noDoubtful
            : doubtful === 1
              ? reading.oneDoubtful
              : fillText(reading.doubtful, { count: number(doubtful) })}
        </Button>
      )}
      {kind === 'speech' && suspects && (
        <Button size="small" keys="Alt+s" onClick={() => goToSuspect(bench, 1)}>
          {workbench.suspects}
        </Button>
      )}
      {tools}
      <span className="wb-bar-space" />
      <span className="wb-status" role="status">
        {status}
      </span>
    </div>
  );
}

function GuideButton({ guide }: { guide: Guide }) {
  const bench = useWorkbench();
  const count = useStore(guide.count);
  return (
    <Button size="small" keys="Tab" disabled={count === 0} onClick={() => goToDoubtful(bench, 1)}>
      {guide.label(count)}
    </Button>
  );
}

/** The line that one is in goes up or down in the order in which the page is read. */
function OrderButtons() {
  const { work } = useWorkbench();
  const { keys } = useTexts().workbench;
  const inLine = useStore(work.caret) !== null;
  const move = (by: 1 | -1) => {
    const here = work.here();
    if (here) moveLine(work, here.key, by);
  };
  return (
    <>
      <IconButton icon="arrowUp" label={keys.moveUp} disabled={!inLine} onClick={() => move(-1)} />
      <IconButton icon="arrowDown" label={keys.moveDown} disabled={!inLine} onClick={() => move(1)} />
    </>
  );
}
