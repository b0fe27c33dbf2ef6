import { apiBase } from '@lectern/contract/constants.ts';
import { findPageRendition, listRenditions, type ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { downloadOf } from '../../components/resource/resource-href.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import type { ReadBox } from '../../components/viewers/image/image-boxes.tsx';
import { boxStyle, turnBack } from '../../components/viewers/turn-back.ts';
import type { Box, ViewerLink } from '../../components/viewers/viewer-link.ts';
import { languageName } from '../../components/work/work-words.ts';
import { typeText } from '../../components/workbench/model/edits.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { isDoubtful } from '../../components/workbench/model/word-places.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { aroundBox, PageTools, RegionFrame } from './pages/region-frame.tsx';
import type { RegionRun } from './pages/use-region-run.ts';
import type { TextEdit } from './use-text-edit.ts';

/** Page renditions per call. */
const pagesACall = 100;
/** Formats that browsers can display; for others, the server provides a preview. */
const drawn = ['jpg', 'png', 'webp', 'gif', 'avif', 'bmp'];

/** URL of the image itself or of a document page's rendition; null when there is none. */
export function usePagePicture(resource: ResourceDetailView, page: number): string | 'pending' | null {
  const isPicture = resource.kind === 'image';
  const after = Math.floor((page - 1) / pagesACall) * pagesACall;
  const { data, isPending } = useQuery({
    ...queryOf(listRenditions, { params: { id: resource.id }, query: { after } }, { quiet: true }),
    retry: false,
  });
  const known = data?.find((one) => one.kind === 'page' && one.page === page);
  // For long documents only the first pages are rendered in advance; others are rendered on request.
  const drawing = useQuery({
    ...queryOf(findPageRendition, { params: { id: resource.id, page: String(page) } }, { quiet: true }),
    enabled: !isPicture && data !== undefined && !known,
    // The rendering queue may be full, so try again.
    retry: (tries, error) => tries < 5 && error.code === 'tooManyRequests',
  });
  if (isPicture) {
    const { format, url } = resource.current;
    if (drawn.includes(format)) return apiBase + url;
    if (isPending) return 'pending';
    const preview = data?.find(({ kind }) => kind === 'preview');
    return apiBase + (preview?.url ?? url);
  }
  if (isPending) return 'pending';
  if (known) return apiBase + known.url;
  if (drawing.isLoading) return 'pending';
  return drawing.data ? apiBase + drawing.data.url : null;
}

const languages = ['en', 'zh'] as const;

/** Language for reading the region again, and the button to start. */
function RegionBar({ run }: { run: RegionRun }) {
  const { textWork, words } = useTexts();
  const { region } = textWork;
  return (
    <div className="region-bar">
      <span className="region-hint">{run.busy ? region.running : region.keys}</span>
      <select
        className="field-input"
        aria-label={region.language}
        value={run.language}
        disabled={run.busy}
        onChange={({ target }) => run.setLanguage(languages.find((code) => code === target.value) ?? 'auto')}
      >
        <option value="auto">{region.auto}</option>
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
      <Button size="small" onClick={run.leave}>
        {words.cancel}
      </Button>
      <Button size="small" look="primary" busy={run.busy} onClick={() => void run.start()}>
        {region.run}
      </Button>
    </div>
  );
}

const pending = (
  <SkeletonRegion>
    <Skeleton height={420} />
  </SkeletonRegion>
);
const ImageViewer = lazyPart(
  async () => (await import('../../components/viewers/image/image-viewer.tsx')).ImageViewer,
  pending,
);
/** Initial region when no line is selected. */
const middle: Box = [0.25, 0.4, 0.5, 0.2];

type Props = {
  resource: ResourceDetailView;
  edit: TextEdit;
  link: ViewerLink;
  parts: readonly ReadingPart[];
  region: RegionRun;
};

/** The picture or page behind the text, with its lines marked; clicking one goes to the line. */
export function PagePane({ resource, edit, link, parts, region }: Props) {
  const { textWork } = useTexts();
  const { work, readOnly } = edit;
  const [page, setPage] = useState(parts[0]?.number ?? 1);
  const [marks, setMarks] = useState(true);
  const [editing, setEditing] = useState<number | null>(null);
  useEffect(() => link.follow((target) => target.page && setPage(target.page)), [link]);
  const picture = usePagePicture(resource, page);
  const mark = useStore(link.mark);
  const part = parts.find(({ number }) => number === page);
  // Pictures and pages are shown as in the file, so boxes are turned back by the rotation used for OCR.
  const rotation = part?.rotation ?? null;
  const beginEdit = useCallback((key: number) => setEditing(key), []);
  const boxes = usePageBoxes({ work, page, rotation, onEdit: beginEdit });
  if (picture === 'pending') return pending;
  if (picture === null) return <EmptyState icon="image" title={textWork.noPicture} />;
  const shown = mark && mark.page === page ? turnBack(mark.box, rotation) : null;
  const frame = region.frame?.page === page ? region.frame : null;
  const upright = () => frame && turnBack(frame.box, (360 - (rotation ?? 0)) % 360);
  const go = (to: number) => {
    link.goTo({ page: to });
    const first = work.state.get().lines.find((line) => line.part === to);
    if (first) work.reveal(first.key);
    region.leave();
  };
  // The whole line at the caret, if it is on this page; otherwise the marked place.
  const startOf = () => {
    const here = work.here();
    const active = here && work.lineOf(here.key);
    if (active?.part === page && active.box) return aroundBox(turnBack(active.box, rotation));
    return shown ? aroundBox(shown) : middle;
  };
  const line = editing === null ? undefined : work.lineOf(editing);
  const editNext = () => {
    const next = editing === null ? undefined : work.state.get().lines[work.indexOf(editing) + 1];
    setEditing(next?.part === page && next.box ? next.key : null);
  };
  const overlay = frame ? (
    <RegionFrame
      box={frame.box}
      onChange={region.setBox}
      onRun={() => void region.start(upright())}
      onLeave={region.leave}
    />
  ) : line?.box ? (
    <BoxEditor
      key={line.key}
      work={work}
      lineKey={line.key}
      box={turnBack(line.box, rotation)}
      readOnly={readOnly}
      onNext={editNext}
      onLeave={() => setEditing(null)}
    />
  ) : undefined;
  return (
    <ImageViewer
      key={picture}
      url={picture}
      downloadUrl={downloadOf(resource.current.url)}
      alt={resource.altText || resource.title}
      format={resource.current.format}
      picture={resource.thumbnail ? apiBase + resource.thumbnail : null}
      {...(marks && { boxes })}
      mark={frame ? null : shown}
      overlay={overlay}
      below={frame && <RegionBar run={{ ...region, start: () => region.start(upright()) }} />}
      actions={
        <PageTools
          parts={parts}
          page={page}
          onPage={go}
          marks={marks}
          onMarks={setMarks}
          region={
            readOnly
              ? null
              : {
                  on: frame !== null,
                  onToggle: () => (frame ? region.leave() : region.begin(page, startOf())),
                }
          }
        />
      }
    />
  );
}

type Options = { work: TextWork; page: number; rotation: number | null; onEdit: (key: number) => void };

/** Boxes of a page's lines, tinted by confidence, with doubtful words marked inside. */
function usePageBoxes({ work, page, rotation, onEdit }: Options): readonly ReadBox[] {
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  const doubtful = useSyncExternalStore(work.state.subscribe, () => work.state.get().doubtful);
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing moves no box
  return useMemo(
    () =>
      work.state
        .get()
        .lines.filter(({ part, box }) => box && part === page)
        .flatMap(({ key, box, text, confidence, words = [] }): ReadBox[] => {
          const actions = {
            onPick: () => work.go({ key, from: 0, to: 0 }),
            onEdit: () => onEdit(key),
          };
          const line = box ? [{ box: turnBack(box, rotation), text, confidence, ...actions }] : [];
          const within = words.flatMap((word) =>
            word.box && isDoubtful(word)
              ? [{ box: turnBack(word.box, rotation), text: word.text, confidence: word.confidence, ...actions }]
              : [],
          );
          return [...line, ...within];
        }),
    [work, order, doubtful, page, rotation],
  );
}

type BoxEditorProps = {
  work: TextWork;
  lineKey: number;
  box: Box;
  readOnly: boolean;
  onNext: () => void;
  onLeave: () => void;
};

/** Edits a line in place on the picture; it is the same line as in the text beside it. */
function BoxEditor({ work, lineKey, box, readOnly, onNext, onLeave }: BoxEditorProps) {
  const { textWork } = useTexts();
  const line = useSyncExternalStore(work.state.subscribe, () => work.lineOf(lineKey));
  if (!line) return null;
  const { left, top, width } = boxStyle([box[0], box[1] + box[3], box[2], 0]);
  return (
    <div className="box-editor" style={{ left, top, width }}>
      <input
        // biome-ignore lint/a11y/noAutofocus: someone has just asked for it with a double click
        autoFocus
        aria-label={textWork.boxText}
        value={line.text}
        readOnly={readOnly}
        onChange={({ target }) => {
          const caret = { from: target.selectionStart ?? 0, to: target.selectionEnd ?? 0 };
          typeText(work, lineKey, target.value, caret, Date.now());
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onNext();
          else if (event.key === 'Escape') onLeave();
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}
