import { apiBase } from '@lectern/contract/constants.ts';
import { listRenditions, type ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { downloadOf } from '../../components/resource/download-of.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { turnBack } from '../../components/viewers/turn-back.ts';
import { ViewerButton } from '../../components/viewers/viewer-icon.tsx';
import type { ViewerLink } from '../../components/viewers/viewer-link.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/use-store.ts';

const pending = (
  <SkeletonRegion>
    <Skeleton height={420} />
  </SkeletonRegion>
);
const ImageViewer = lazyPart(
  async () => (await import('../../components/viewers/image/image-viewer.tsx')).ImageViewer,
  pending,
);
/** Pictures of pages that come with one call. */
const pagesACall = 100;

type Props = { resource: ResourceDetailView; work: TextWork; link: ViewerLink; parts: readonly ReadingPart[] };

/** The picture or page that the text was read from, with each line where it stands; a click there leads to the line. */
export function PagePane({ resource, work, link, parts }: Props) {
  const { textWork } = useTexts();
  const [page, setPage] = useState(parts[0]?.number ?? 1);
  const [marks, setMarks] = useState(true);
  useEffect(() => link.follow((target) => target.page && setPage(target.page)), [link]);
  const picture = usePagePicture(resource, page);
  const mark = useStore(link.mark);
  const part = parts.find(({ number }) => number === page);
  const rotation = resource.kind === 'image' ? (part?.rotation ?? null) : null;
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves no box
  const boxes = useMemo(
    () =>
      work.state
        .get()
        .lines.flatMap(({ key, part: of, box, text, confidence }) =>
          box && of === page
            ? [{ box: turnBack(box, rotation), text, confidence, onPick: () => work.go({ key, from: 0, to: 0 }) }]
            : [],
        ),
    [work, order, page, rotation],
  );
  if (picture === 'pending') return pending;
  if (picture === null) return <EmptyState icon="image" title={textWork.noPicture} />;
  const at = parts.findIndex(({ number }) => number === page);
  const go = (by: 1 | -1) => {
    const next = parts[at + by]?.number;
    if (next !== undefined) link.goTo({ page: next });
  };
  return (
    <ImageViewer
      key={picture}
      url={picture}
      downloadUrl={downloadOf(resource.current.url)}
      alt={resource.altText || resource.title}
      format={resource.current.format}
      picture={resource.thumbnail ? apiBase + resource.thumbnail : null}
      {...(marks && { boxes })}
      mark={mark && mark.page === page ? turnBack(mark.box, rotation) : null}
      actions={
        <>
          {parts.length > 1 && (
            <>
              <IconButton icon="chevronLeft" label={textWork.previousPage} disabled={at <= 0} onClick={() => go(-1)} />
              <span className="text-work-position">
                {fillText(textWork.pageOf, { number: page, count: parts.length })}
              </span>
              <IconButton
                icon="chevronRight"
                label={textWork.nextPage}
                disabled={at >= parts.length - 1}
                onClick={() => go(1)}
              />
              <span className="viewer-bar-line" />
            </>
          )}
          <ViewerButton icon="boxes" label={textWork.boxes} aria-pressed={marks} onClick={() => setMarks(!marks)} />
        </>
      }
    />
  );
}

/** Of a picture, itself; of a document, what was made of its page. */
function usePagePicture(resource: ResourceDetailView, page: number): string | 'pending' | null {
  const isPicture = resource.kind === 'image';
  const after = Math.floor((page - 1) / pagesACall) * pagesACall;
  const { data, isPending } = useQuery({
    ...queryOf(listRenditions, { params: { id: resource.id }, query: { after } }, { quiet: true }),
    retry: false,
  });
  if (isPicture) {
    const { format, url } = resource.current;
    // What browsers cannot draw by themselves was turned into something that they can.
    if (['jpg', 'png', 'webp', 'gif', 'avif', 'bmp'].includes(format)) return apiBase + url;
    if (isPending) return 'pending';
    const preview = data?.find(({ kind }) => kind === 'preview');
    return apiBase + (preview?.url ?? url);
  }
  if (isPending) return 'pending';
  const found = data?.find((one) => one.kind === 'page' && one.page === page);
  return found ? apiBase + found.url : null;
}
