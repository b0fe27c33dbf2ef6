import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { createStore } from '../../lib/store.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { ViewerLink } from '../viewers/viewer-link.ts';
import { FindBar } from './find-bar.tsx';
import { LineList } from './line-list.tsx';
import type { FindOptions } from './model/find-places.ts';
import type { TextWork } from './model/text-work.ts';
import { placeAt } from './model/word-places.ts';
import type { WorkKind, WorkLine } from './model/work-line.ts';
import { useSaid } from './use-said.ts';
import { useWorkActions } from './use-work-actions.ts';
import { WorkBar } from './work-bar.tsx';
import { type Workbench as Bench, WorkbenchProvider, type WorkCommands, type WorkExtras } from './workbench-context.ts';
import './workbench.css';

/** Their code comes when the first is opened. */
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const ShiftDialog = lazyPart(async () => (await import('./shift-dialog.tsx')).ShiftDialog);

type Props = {
  work: TextWork;
  kind: WorkKind;
  link: ViewerLink;
  readOnly: boolean;
  language: string | null;
  commands: Pick<WorkCommands, 'save' | 'checkAndGoOn'>;
  /** What the text was read or heard from. */
  media: ReactNode;
  /** Whether it is kept. */
  status?: ReactNode;
  /** The same object as long as nothing of it changes. */
  extras?: WorkExtras;
  /** Further tools of the bar. */
  tools?: ReactNode;
  /** Over the whole width, below media and text. */
  below?: ReactNode;
  /** In place of the lines. */
  instead?: ReactNode;
};

const noExtras: WorkExtras = {};

/** A text beside what it comes from: one place for lines of pages, stretches of speech and cues. */
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
    // The fields around the text take back what was typed into them by themselves.
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
