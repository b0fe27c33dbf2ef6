import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../lib/use-latest.ts';

export type PdfHit = TextSpan & { page: number };
export type PdfSearch = {
  query: string;
  setQuery(query: string): void;
  hits: readonly PdfHit[];
  /** Index of the current match; -1 before the first. */
  at: number;
  step(by: 1 | -1): void;
  /** Number of pages searched so far; null when no search is running. */
  readPages: number | null;
};

const waitMs = 180;
const mostHits = 2_000;
/** Pages searched between two updates of the matches. */
const batch = 20;

/** Searches all pages from the first on and shows matches as they are found. */
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

/** The text runs of a page, in the order of the text layer. */
export async function runsOf(document: PDFDocumentProxy, page: number) {
  const { items } = await (await document.getPage(page)).getTextContent();
  return items.filter((item) => 'str' in item);
}

/** A text run of a page, as in the file. */
export type TextRun = { str: string; hasEOL: boolean };
/** A page's text normalized for search, with the run and offset of each character. */
export type FoldedText = { text: string; runs: number[]; offsets: number[] };
/** A match from one run and offset to another; the end is exclusive. */
export type TextSpan = { fromRun: number; from: number; toRun: number; to: number };

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Normalizes text for search: case, character width and line breaks are ignored. Spaces between Chinese characters are
 * removed, because they come from the layout.
 */
export function foldRuns(runs: readonly TextRun[]): FoldedText {
  const folded: FoldedText = { text: '', runs: [], offsets: [] };
  const characters: string[] = [];
  let spaceAt: [number, number] | null = null;
  const put = (character: string, run: number, offset: number) => {
    characters.push(character);
    folded.runs.push(run);
    folded.offsets.push(offset);
  };
  runs.forEach(({ str, hasEOL }, run) => {
    for (let offset = 0; offset < str.length; offset += 1) {
      for (const character of foldCharacter(str[offset] ?? '')) {
        if (/\s/.test(character)) {
          spaceAt ??= [run, offset];
          continue;
        }
        const last = characters.at(-1);
        if (spaceAt && last !== undefined && !cjk.test(last) && !cjk.test(character)) put(' ', ...spaceAt);
        spaceAt = null;
        put(character, run, offset);
      }
    }
    if (hasEOL) spaceAt ??= [run, str.length];
  });
  folded.text = characters.join('');
  return folded;
}

export function foldQuery(query: string): string {
  return foldRuns([{ str: query, hasEOL: false }]).text;
}

/** May return several characters, as for a ligature, or none for a soft hyphen. */
function foldCharacter(character: string): string {
  const plain = character.normalize('NFKC').toLowerCase();
  return plain === '\u00ad' ? '' : plain;
}

/** All matches of a normalized query on a page, in reading order. */
export function findSpans(page: FoldedText, query: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (query === '') return spans;
  for (let at = page.text.indexOf(query); at >= 0; at = page.text.indexOf(query, at + query.length)) {
    const end = at + query.length - 1;
    spans.push({
      fromRun: page.runs[at] ?? 0,
      from: page.offsets[at] ?? 0,
      toRun: page.runs[end] ?? 0,
      to: (page.offsets[end] ?? 0) + 1,
    });
  }
  return spans;
}
