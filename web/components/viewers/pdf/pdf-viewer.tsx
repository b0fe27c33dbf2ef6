import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import { useViewerKeys } from '../use-viewer-keys.ts';
import type { ViewerLink } from '../viewer-link.ts';
import { ViewerMessage } from '../viewer-message.tsx';
import { PdfPage } from './pdf-page.tsx';
import { nextZoom, PdfToolbar, scaleOf, type Zoom } from './pdf-toolbar.tsx';
import { usePageRoll } from './use-page-roll.ts';
import { type OpenedPdf, type PageSize, usePdf } from './use-pdf.ts';
import { type PdfHit, usePdfSearch } from './use-pdf-search.ts';
import '../viewer.css';
import './pdf-viewer.css';

type PdfViewerProps = {
  url: string;
  downloadUrl: string;
  /** Accessible name of the document. */
  title: string;
  picture: string | null;
  link: ViewerLink;
};

/** Renders PDFs with PDF.js: nothing in the file can run, and matches can be highlighted in place. */
export function PdfViewer({ url, downloadUrl, title, picture, link }: PdfViewerProps) {
  const { viewer } = useTexts();
  const { pdf, retry } = usePdf(url);
  if (pdf.state === 'failed') {
    return (
      <div className="viewer">
        <ViewerMessage
          icon="document"
          title={viewer.pdfProblems[pdf.problem].title}
          downloadUrl={downloadUrl}
          picture={picture}
          onRetry={pdf.problem === 'unreachable' ? retry : undefined}
        >
          {viewer.pdfProblems[pdf.problem].text}
        </ViewerMessage>
      </div>
    );
  }
  if (pdf.state === 'loading') {
    return (
      <div className="viewer">
        <div className="viewer-bar" />
        <SkeletonRegion className="pdf-skeleton">
          <div className="pdf-page">
            {[60, 100, 94, 97, 80, 0, 100, 92, 98, 70].map((share, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines never move
              <Skeleton key={at} width={`${share}%`} />
            ))}
          </div>
        </SkeletonRegion>
      </div>
    );
  }
  return <PdfDocument {...pdf} title={title} link={link} />;
}

/** Viewer width in pixels below which thumbnails start hidden. */
const roomForThumbnails = 720;

type Props = OpenedPdf & { title: string; link: ViewerLink };

function PdfDocument({ document, firstSize, title, link }: Props) {
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
  // Until the viewer and its pages have sizes, it can't scroll that far: it goes there again until the user scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of size moves the target
  useLayoutEffect(() => {
    if (ready && sentTo.current) goTo(sentTo.current.page, sentTo.current.share);
  }, [goTo, ready, roll.height, room.height]);
  const takeOver = () => {
    sentTo.current = null;
  };

  const showHit = (hit: PdfHit) => {
    const isDrawn = roll.items.some(({ index }) => index + 1 === hit.page);
    if (!isDrawn || hit.page !== page) goTo(hit.page);
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable for scrolling by keyboard */}
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

const width = 96;
const labelHeight = 31;

type PdfThumbnailsProps = {
  document: PDFDocumentProxy;
  firstSize: PageSize;
  page: number;
  onChoose: (page: number) => void;
};

/** Page thumbnails next to the document. */
function PdfThumbnails({ document, firstSize, page, onChoose }: PdfThumbnailsProps) {
  const { viewer } = useTexts();
  const scroller = useRef<HTMLElement>(null);
  const height = Math.min(200, (width * firstSize.height) / firstSize.width);
  const roll = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => height + labelHeight,
    overscan: 3,
  });
  useEffect(() => {
    roll.scrollToIndex(page - 1, { align: 'auto' });
  }, [roll, page]);
  return (
    <nav className="pdf-thumbnails" ref={scroller} aria-label={viewer.pages}>
      <div className="pdf-thumbnails-roll" style={{ height: roll.getTotalSize() }}>
        {roll.getVirtualItems().map(({ index, start }) => (
          <div key={index} className="pdf-place" style={{ transform: `translateY(${start}px)` }}>
            <button
              type="button"
              className="pdf-thumbnail"
              aria-label={fillText(viewer.page, { number: index + 1 })}
              aria-current={index + 1 === page ? 'page' : undefined}
              onClick={() => onChoose(index + 1)}
            >
              <Thumbnail document={document} number={index + 1} height={height} />
              {index + 1}
            </button>
          </div>
        ))}
      </div>
    </nav>
  );
}

function Thumbnail({ document, number, height }: { document: PDFDocumentProxy; number: number; height: number }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    const draw = async () => {
      const page = await document.getPage(number);
      if (gone) return;
      const plain = page.getViewport({ scale: 1 });
      const fit = Math.min(width / plain.width, height / plain.height);
      const viewport = page.getViewport({ scale: fit * Math.min(2, window.devicePixelRatio || 1) });
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      canvas.style.width = `${plain.width * fit}px`;
      canvas.style.height = `${plain.height * fit}px`;
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (!gone) holder.current?.replaceChildren(canvas);
    };
    draw().catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [document, number, height]);
  return <span ref={holder} style={{ minWidth: width, minHeight: height }} />;
}
