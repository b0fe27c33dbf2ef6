import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { boxStyle } from '../turn-back.ts';
import type { Mark, Words } from '../viewer-link.ts';
import type { PageSize } from './use-pdf.ts';
import {
  type FoldedText,
  findSpans,
  foldQuery,
  foldRuns,
  type PdfHit,
  runsOf,
  type TextRun,
  type TextSpan,
} from './use-pdf-search.ts';
import '../viewer-mark.css';

type Props = {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  /** Screen pixels per PDF point. */
  scale: number;
  size: PageSize;
  onSize: (number: number, size: PageSize) => void;
  hits: readonly PdfHit[];
  current: PdfHit | undefined;
  /** The place to highlight on this page. */
  mark: Mark | undefined;
};

/** Browsers refuse larger canvases. */
const mostPixels = 16_000_000;

/** One page: the rendered picture with a selectable text layer over it. */
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
      // Keep the old canvas until the sharper one is ready.
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

/** Highlights the linked words within the marked box. Returns a function that removes the highlight. */
function markWords(spans: readonly HTMLElement[], runs: readonly TextRun[], box: Element, words: Words): () => void {
  if (typeof CSS === 'undefined' || !CSS.highlights) return () => undefined;
  const room = box.getBoundingClientRect();
  const ranges = findWords(foldRuns(runs), words).flatMap((span) => {
    const range = rangeOf(spans, span);
    return range && meet(range.getBoundingClientRect(), room) ? [range] : [];
  });
  const group = groupOf('pdf-mark');
  for (const range of ranges) group.add(range);
  const line = ranges[0]?.startContainer.parentElement;
  if (line) scrollIntoViewport(line);
  return () => {
    for (const range of ranges) group.delete(range);
  };
}

function meet(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Finds words on a page, preferring places where the following text matches too. */
export function findWords(page: FoldedText, { text, after }: Words): TextSpan[] {
  const wanted = foldQuery(text);
  const followed = foldQuery(text + after);
  const spans = findSpans(page, wanted);
  const starts = followed.length > wanted.length ? findSpans(page, followed) : [];
  const known = spans.filter(({ fromRun, from }) =>
    starts.some((start) => start.fromRun === fromRun && start.from === from),
  );
  return known.length > 0 ? known : spans;
}

/**
 * Highlights search matches with the CSS highlight API, leaving the text layer untouched. Returns a function that
 * removes them.
 */
function markHits(spans: readonly HTMLElement[], hits: readonly PdfHit[], current: PdfHit | undefined): () => void {
  if (spans.length === 0 || hits.length === 0 || typeof CSS === 'undefined' || !CSS.highlights) return () => undefined;
  const marked = hits.flatMap((hit) => {
    const range = rangeOf(spans, hit);
    return range ? [{ range, group: groupOf(hit === current ? 'pdf-hit-current' : 'pdf-hit') }] : [];
  });
  for (const { range, group } of marked) group.add(range);
  const [at] = current ? spans.slice(current.fromRun, current.fromRun + 1) : [];
  if (at && hits.includes(current as PdfHit)) scrollIntoViewport(at);
  return () => {
    for (const { range, group } of marked) group.delete(range);
  };
}

/** Scrolls only if the line is out of view; the page itself is already rendered. */
function scrollIntoViewport(line: HTMLElement): void {
  const seen = line.closest('.pdf-pages')?.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  if (seen && (top < seen.top || bottom > seen.bottom)) line.scrollIntoView({ block: 'center', inline: 'nearest' });
}

function groupOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const group = new Highlight();
  // The current match is drawn over the others.
  group.priority = name === 'pdf-hit-current' ? 1 : 0;
  CSS.highlights.set(name, group);
  return group;
}

function rangeOf(spans: readonly HTMLElement[], hit: TextSpan): Range | null {
  const start = spans[hit.fromRun]?.firstChild;
  const end = spans[hit.toRun]?.firstChild;
  if (!(start instanceof Text) || !(end instanceof Text) || hit.from > start.length || hit.to > end.length) return null;
  const range = document.createRange();
  range.setStart(start, hit.from);
  range.setEnd(end, hit.to);
  return range;
}
