import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { PageSize } from './use-pdf.ts';

const width = 96;
const labelHeight = 31;

type Props = { document: PDFDocumentProxy; firstSize: PageSize; page: number; onChoose: (page: number) => void };

/** Every page in small, beside the pages. */
export function PdfThumbnails({ document, firstSize, page, onChoose }: Props) {
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
