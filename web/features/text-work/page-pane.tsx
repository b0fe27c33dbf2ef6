import { apiBase } from '@lectern/contract/constants.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useCallback, useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { downloadOf } from '../../components/resource/download-of.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { turnBack } from '../../components/viewers/turn-back.ts';
import type { Box, ViewerLink } from '../../components/viewers/viewer-link.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useStore } from '../../lib/use-store.ts';
import { BoxEditor } from './pages/box-editor.tsx';
import { PageTools } from './pages/page-tools.tsx';
import { RegionBar } from './pages/region-bar.tsx';
import { aroundBox } from './pages/region-box.ts';
import { RegionFrame } from './pages/region-frame.tsx';
import { usePageBoxes } from './pages/use-page-boxes.ts';
import { usePagePicture } from './pages/use-page-picture.ts';
import type { RegionRun } from './pages/use-region-run.ts';
import type { TextEdit } from './use-text-edit.ts';

const pending = (
  <SkeletonRegion>
    <Skeleton height={420} />
  </SkeletonRegion>
);
const ImageViewer = lazyPart(
  async () => (await import('../../components/viewers/image/image-viewer.tsx')).ImageViewer,
  pending,
);
/** Where nothing is marked, a part begins in the middle. */
const middle: Box = [0.25, 0.4, 0.5, 0.2];

type Props = {
  resource: ResourceDetailView;
  edit: TextEdit;
  link: ViewerLink;
  parts: readonly ReadingPart[];
  region: RegionRun;
};

/** The picture or page that the text was read from, with each line where it stands; a click there leads to the line. */
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
  // Both pictures and pages are shown as the file has them.
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
  // All of the line that one is in, where that is on this page.
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
