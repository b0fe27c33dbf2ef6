import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';
import type { ViewerLink } from '../viewer-link.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfThumbnails } from './pdf-thumbnails.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { nextZoom, scaleOf, type Zoom } from './pdf-zoom.ts';
import { usePageRoll } from './use-page-roll.ts';
import type { OpenedPdf } from './use-pdf.ts';
import { type PdfHit, usePdfSearch } from './use-pdf-search.ts';

/** A viewer narrower than this begins without the small pages. */
const roomForThumbnails = 720;

type Props = OpenedPdf & { title: string; link: ViewerLink };

export function PdfDocument({ document, firstSize, title, link }: Props) {
  const { viewer } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState<Zoom>('width');
  const [thumbnails, setThumbnails] = useState(false);
  const [page, setPage] = useState(1);
  const scale = scaleOf(zoom, room, firstSize);

  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    setThumbnails((frame.current?.clientWidth ?? 0) >= roomForThumbnails);
    const observer = new ResizeObserver(() => setRoom({ width: node.clientWidth, height: node.clientHeight }));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const onPage = useCallback(
    (number: number) => {
      setPage(number);
      link.place.set({ page: number, second: null });
    },
    [link],
  );
  const roll = usePageRoll({ scroller, count: document.numPages, firstSize, scale, onPage });
  const { goTo } = roll;
  const sentTo = useRef<{ page: number; share: number | undefined } | null>(null);
  const ready = room.width > 0;
  useEffect(() => {
    if (!ready) return;
    return link.follow(({ page: wanted, box }) => {
      if (!wanted) return;
      sentTo.current = { page: wanted, share: box?.[1] };
      goTo(wanted, box?.[1]);
    });
  }, [link, goTo, ready]);
  // Before the viewer and its pages have their sizes, nobody can scroll that far: it is gone to again, until somebody
  // takes over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes move what one was sent to
  useLayoutEffect(() => {
    if (ready && sentTo.current) goTo(sentTo.current.page, sentTo.current.share);
  }, [goTo, ready, roll.height, room.height]);
  const takeOver = () => {
    sentTo.current = null;
  };

  const showHit = (hit: PdfHit) => {
    if (!roll.items.some(({ index }) => index + 1 === hit.page)) goTo(hit.page);
    else if (hit.page !== page) goTo(hit.page);
  };
  const search = usePdfSearch(document, showHit);
  const zoomStep = (by: 1 | -1) => setZoom(nextZoom(scale, by));
  useViewerKeys(frame, {
    '/': () => searchField.current?.focus(),
    '+': () => zoomStep(1),
    '=': () => zoomStep(1),
    '-': () => zoomStep(-1),
    '0': () => setZoom('width'),
    f3: () => search.step(1),
    'shift+f3': () => search.step(-1),
    arrowright: () => goTo(page + 1),
    arrowleft: () => goTo(page - 1),
  });
  const onScrollKeys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
    event.preventDefault();
    searchField.current?.select();
  };
  const current = search.hits[search.at];
  const mark = useStore(link.mark);
  return (
    <div
      className="viewer"
      ref={frame}
      onPointerDownCapture={takeOver}
      onWheelCapture={takeOver}
      onKeyDownCapture={takeOver}
    >
      <PdfToolbar
        page={page}
        pages={document.numPages}
        goTo={goTo}
        zoom={zoom}
        onZoom={setZoom}
        onZoomStep={zoomStep}
        showsThumbnails={thumbnails}
        onThumbnails={() => setThumbnails((shown) => !shown)}
        search={search}
        searchRef={searchField}
        onFullScreen={() => void frame.current?.requestFullscreen?.()}
      />
      <div className="pdf-body">
        {thumbnails && <PdfThumbnails document={document} firstSize={firstSize} page={page} onChoose={goTo} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it with the keyboard */}
        <section className="pdf-pages" ref={scroller} tabIndex={0} aria-label={title} onKeyDown={onScrollKeys}>
          <div className="pdf-pages-roll" style={{ height: roll.height, minWidth: roll.width }}>
            {ready &&
              roll.items.map(({ index, start }) => (
                <div key={index} className="pdf-place" style={{ transform: `translateY(${start}px)` }}>
                  <PdfPage
                    document={document}
                    number={index + 1}
                    label={fillText(viewer.page, { number: index + 1 })}
                    scale={scale}
                    size={roll.sizeOf(index)}
                    onSize={roll.onSize}
                    hits={search.hits.filter((hit) => hit.page === index + 1)}
                    current={current?.page === index + 1 ? current : undefined}
                    mark={mark?.page === index + 1 ? mark : undefined}
                  />
                </div>
              ))}
          </div>
        </section>
      </div>
    </div>
  );
}
