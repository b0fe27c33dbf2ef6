import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { Button, IconButton } from '../button.tsx';
import type { ViewerLink } from '../viewers/viewer-link.ts';
import { FindBar } from './find-bar.tsx';
import { goToDoubtful, goToSuspect } from './line-keys.ts';
import { LineList } from './line-list.tsx';
import { moveLine } from './model/line-actions.ts';
import { lineAtTime } from './model/line-at-time.ts';
import type { TextWork } from './model/text-work.ts';
import type { FindOptions } from './model/word-places.ts';
import { placeAt, wordAt } from './model/word-places.ts';
import type { WorkKind, WorkLine } from './model/work-line.ts';
import { useWorkActions } from './use-work-actions.ts';
import {
  type Workbench as Bench,
  type Guide,
  type Said,
  useWorkbench,
  WorkbenchProvider,
  type WorkCommands,
  type WorkExtras,
} from './workbench-context.ts';
import './workbench.css';

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const ShiftDialog = lazyPart(async () => (await import('./shift-dialog.tsx')).ShiftDialog);

type Props = {
  work: TextWork;
  kind: WorkKind;
  link: ViewerLink;
  readOnly: boolean;
  language: string | null;
  commands: Pick<WorkCommands, 'save' | 'checkAndGoOn'>;
  /** The viewer of the text's source. */
  media: ReactNode;
  /** Save state, shown in the toolbar. */
  status?: ReactNode;
  /** Must be a stable object while nothing in it changes. */
  extras?: WorkExtras;
  /** Extra toolbar buttons. */
  tools?: ReactNode;
  /** Full-width content below viewer and text. */
  below?: ReactNode;
  /** Replaces the lines. */
  instead?: ReactNode;
};

const noExtras: WorkExtras = {};

/** Editor with the text next to its source, for page lines, speech segments and cues. */
export function Workbench(props: Props) {
  const { work, kind, link, readOnly, language, commands, media, status, tools, below, instead } = props;
  const extras = props.extras ?? noExtras;
  const { workbench } = useTexts();
  const [open, setOpen] = useState<'help' | 'shift' | null>(null);
  const [finds, setFinds] = useState(false);
  const [follow, setFollow] = useState(true);
  const [finding] = useState(() => createStore<FindOptions | null>(null));
  const pane = useRef<HTMLDivElement>(null);
  const sound = useCallback(() => pane.current?.querySelector<HTMLMediaElement>('video, audio') ?? null, []);
  const said = useSaid(work, link, sound);
  const latest = useLatest(commands);
  const bench = useMemo<Bench>(
    () => ({
      work,
      kind,
      readOnly,
      language,
      said,
      finding,
      extras,
      media: sound,
      show: (line, offset) => link.goTo(targetOf(kind, line, offset)),
      commands: {
        save: () => latest.current.save(),
        checkAndGoOn: () => latest.current.checkAndGoOn(),
        find: () => setFinds(true),
        help: () => setOpen('help'),
        shift: () => setOpen('shift'),
      },
    }),
    [work, kind, readOnly, language, said, finding, sound, link, extras],
  );
  useWorkActions(bench);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || readOnly) return;
    // Inputs outside the text have the browser's own undo.
    if (event.target instanceof HTMLInputElement || (instead && event.target instanceof HTMLTextAreaElement)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) work.redo();
    else work.undo();
  };
  return (
    <WorkbenchProvider value={bench}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the text that is in it */}
      <div className="wb" onKeyDown={onKeyDown}>
        <div className="wb-media" ref={pane}>
          {media}
        </div>
        <section className="wb-panel" aria-label={workbench.text}>
          <WorkBar follow={follow} onFollow={setFollow} status={status} tools={tools} />
          {finds && !instead && <FindBar onClose={() => setFinds(false)} />}
          {instead || <LineList follow={follow} />}
        </section>
        {below && <div className="wb-below">{below}</div>}
      </div>
      {open === 'help' && <KeysDialog kind={kind} onClose={() => setOpen(null)} />}
      {open === 'shift' && <ShiftDialog onClose={() => setOpen(null)} />}
    </WorkbenchProvider>
  );
}

function targetOf(kind: WorkKind, line: WorkLine, offset: number) {
  const word = placeAt(line, offset)?.word;
  if (kind !== 'page')
    return { second: (offset === 0 ? (line.startMs ?? 0) : (word?.startMs ?? line.startMs ?? 0)) / 1_000 };
  const box = word?.box ?? line.box;
  return { page: line.part, ...(box && { box }) };
}

/**
 * The word being said. Players report their position only a few times a second, so it is also polled on every frame
 * while playing.
 */
function useSaid(work: TextWork, link: ViewerLink, media: () => HTMLMediaElement | null): Store<Said | null> {
  const [said] = useState(() => createStore<Said | null>(null));
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const sound = media();
      const second = sound ? sound.currentTime : link.place.get().second;
      const next = second === null ? null : saidAt(work, second * 1_000);
      const known = said.get();
      const same = next?.key === known?.key && next?.from === known?.from && next?.to === known?.to;
      if (!same) said.set(next);
      cancelAnimationFrame(frame);
      if (sound && !sound.paused) frame = requestAnimationFrame(look);
    };
    const stops = [link.place.subscribe(look), work.state.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(frame);
    };
  }, [work, link, media, said]);
  return said;
}

function saidAt(work: TextWork, ms: number): Said | null {
  const { lines } = work.state.get();
  const line = lines[lineAtTime(lines, ms)];
  if (line?.startMs === undefined) return null;
  const word = ms <= (line.endMs ?? ms) ? wordAt(line, ms) : undefined;
  return { key: line.key, from: word?.from ?? 0, to: word?.to ?? 0 };
}

type WorkBarProps = { follow: boolean; onFollow: (follow: boolean) => void; status?: ReactNode; tools?: ReactNode };

/** The toolbar. */
function WorkBar({ follow, onFollow, status, tools }: WorkBarProps) {
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
          {doubtful === 0 ? workbench.noDoubtful : fillText(reading.doubtful, { count: number(doubtful) })}
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

/** Moves the current line up or down in the page's reading order. */
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
