import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { freshToken } from '../../../lib/session-renewal.ts';
import { openPdf, type PdfProblem, problemOf } from './open-pdf.ts';

export type PageSize = { width: number; height: number };
export type OpenedPdf = { document: PDFDocumentProxy; firstSize: PageSize };
export type PdfState =
  | { state: 'loading' }
  | { state: 'failed'; problem: PdfProblem }
  | ({ state: 'ready' } & OpenedPdf);

/** A PDF while it is looked at; closed again afterwards. */
export function usePdf(url: string): { pdf: PdfState; retry: () => void } {
  const [pdf, setPdf] = useState<PdfState>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens the same file again
  useEffect(() => {
    let gone = false;
    let close = () => {};
    setPdf({ state: 'loading' });
    const open = async () => {
      // The file is fetched by cookie: a session that is about to end is renewed first.
      await freshToken().catch(() => null);
      if (gone) return;
      const task = openPdf(url);
      close = () => void task.destroy();
      const document = await task.promise;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!gone) setPdf({ state: 'ready', document, firstSize: { width, height } });
    };
    open().catch((error: unknown) => {
      if (!gone) setPdf({ state: 'failed', problem: problemOf(error) });
    });
    return () => {
      gone = true;
      close();
    };
  }, [url, tries]);
  return { pdf, retry: () => setTries((count) => count + 1) };
}
