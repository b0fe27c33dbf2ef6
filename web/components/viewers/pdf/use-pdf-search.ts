import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../lib/use-latest.ts';
import { type FoldedText, findSpans, foldQuery, foldRuns, type TextSpan } from './fold-text.ts';

export type PdfHit = TextSpan & { page: number };
export type PdfSearch = {
  query: string;
  setQuery(query: string): void;
  hits: readonly PdfHit[];
  /** Which hit one is at; -1 before the first. */
  at: number;
  step(by: 1 | -1): void;
  /** Pages that were read so far; null while nothing is searched. */
  readPages: number | null;
};

const waitMs = 180;
const mostHits = 2_000;
/** So many pages are read before the hits are shown anew. */
const batch = 20;

/** Searches all pages, from the first on, and shows hits as they are found. */
export function usePdfSearch(document: PDFDocumentProxy, onHit: (hit: PdfHit) => void): PdfSearch {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ hits: PdfHit[]; readPages: number | null }>({ hits: [], readPages: null });
  const [at, setAt] = useState(-1);
  const texts = useRef(new Map<number, FoldedText>());
  const tell = useLatest(onHit);

  useEffect(() => {
    const wanted = foldQuery(query);
    let gone = false;
    setAt(-1);
    if (wanted === '') {
      setFound({ hits: [], readPages: null });
      return;
    }
    const run = async () => {
      const hits: PdfHit[] = [];
      for (let page = 1; page <= document.numPages && hits.length < mostHits; page += 1) {
        const text = texts.current.get(page) ?? foldRuns(await runsOf(document, page));
        texts.current.set(page, text);
        if (gone) return;
        const first = hits.length === 0;
        hits.push(...findSpans(text, wanted).map((span) => ({ ...span, page })));
        const [hit] = hits;
        if (first && hit) {
          setAt(0);
          tell.current(hit);
        }
        if (page % batch === 0 || (first && hit)) setFound({ hits: [...hits], readPages: page });
      }
      setFound({ hits, readPages: null });
    };
    const timer = setTimeout(() => void run().catch(() => setFound({ hits: [], readPages: null })), waitMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [document, query]);

  const step = (by: 1 | -1) => {
    const { hits } = found;
    if (hits.length === 0) return;
    const next = (at + by + hits.length) % hits.length;
    setAt(next);
    const hit = hits[next];
    if (hit) onHit(hit);
  };
  return { query, setQuery, ...found, at, step };
}

/** The text runs of a page, in the order in which the text layer lays them out. */
export async function runsOf(document: PDFDocumentProxy, page: number) {
  const { items } = await (await document.getPage(page)).getTextContent();
  return items.filter((item) => 'str' in item);
}
