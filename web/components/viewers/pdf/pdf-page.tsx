import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { boxStyle } from '../turn-back.ts';
import type { Mark } from '../viewer-link.ts';
import type { TextRun } from './fold-text.ts';
import { markHits } from './mark-hits.ts';
import { markWords } from './mark-words.ts';
import type { PageSize } from './use-pdf.ts';
import { type PdfHit, runsOf } from './use-pdf-search.ts';
import '../viewer-mark.css';

type Props = {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  /** Screen pixels per point. */
  scale: number;
  size: PageSize;
  onSize: (number: number, size: PageSize) => void;
  hits: readonly PdfHit[];
  current: PdfHit | undefined;
  /** What somebody came for. */
  mark: Mark | undefined;
};

/** A browser refuses larger ones. */
const mostPixels = 16_000_000;

/** One page: its picture, and its text over it, to select and to search. */
export function PdfPage({ document, number, label, scale, size, onSize, hits, current, mark }: Props) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [spans, setSpans] = useState<readonly HTMLElement[]>([]);

  useEffect(() => {
    let stop = () => {};
    let gone = false;
    const draw = async () => {
      const page = await document.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      onSize(number, { width: plain.width, height: plain.height });
      if (gone) return;
      const wanted = scale * (window.devicePixelRatio || 1);
      const sharpest = Math.sqrt(mostPixels / (plain.width * plain.height));
      const viewport = page.getViewport({ scale: Math.min(wanted, sharpest) });
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      // The old picture stays until the sharper one is there.
      if (!gone) picture.current?.replaceChildren(canvas);
    };
    draw().catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [document, number, scale, onSize]);

  useEffect(() => {
    const holder = text.current;
    let stop = () => {};
    let gone = false;
    const lay = async () => {
      const page = await document.getPage(number);
      if (gone || !holder) return;
      holder.replaceChildren();
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: holder,
        viewport: page.getViewport({ scale: 1 }),
      });
      stop = () => layer.cancel();
      await layer.render();
      if (!gone) setSpans(layer.textDivs);
    };
    lay().catch(() => undefined);
    return () => {
      gone = true;
      stop();
      setSpans([]);
    };
  }, [document, number]);

  useEffect(() => markHits(spans, hits, current), [spans, hits, current]);
  useEffect(() => {
    if (!mark?.words || spans.length === 0) return;
    const { words } = mark;
    let unmark = () => {};
    let gone = false;
    const find = (runs: readonly TextRun[]) => {
      if (!gone && box.current) unmark = markWords(spans, runs, box.current, words);
    };
    runsOf(document, number).then(find, () => undefined);
    return () => {
      gone = true;
      unmark();
    };
  }, [document, number, spans, mark]);

  const style = { width: size.width * scale, height: size.height * scale, '--total-scale-factor': scale };
  return (
    <section className="pdf-page" style={style as CSSProperties} aria-label={label}>
      <div className="pdf-page-picture" ref={picture} />
      <div className="pdf-page-text" ref={text} />
      {mark && <div key={mark.box.join()} ref={box} className="viewer-mark" style={boxStyle(mark.box)} />}
    </section>
  );
}
