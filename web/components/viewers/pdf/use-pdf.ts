import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';
import { freshToken } from '../../../lib/session-renewal.ts';

export type PageSize = { width: number; height: number };
export type OpenedPdf = { document: PDFDocumentProxy; firstSize: PageSize };
type PdfState = { state: 'loading' } | { state: 'failed'; problem: PdfProblem } | ({ state: 'ready' } & OpenedPdf);

/** Opens a PDF and closes it when the component unmounts. */
export function usePdf(url: string): { pdf: PdfState; retry: () => void } {
  const [pdf, setPdf] = useState<PdfState>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reopens the file
  useEffect(() => {
    let gone = false;
    let close = () => {};
    setPdf({ state: 'loading' });
    const open = async () => {
      // The file is fetched with the session cookie, so renew a session that is about to expire.
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

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where the build puts the standard fonts and character maps that PDFs may not embed. */
const partsUrl = `/assets/pdfjs-${version}/`;

/** Loads a PDF in ranges as its pages are viewed. Scripts and forms in it are disabled. */
function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: `${partsUrl}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${partsUrl}standard_fonts/`,
    wasmUrl: `${partsUrl}wasm/`,
    iccUrl: `${partsUrl}iccs/`,
    // The content security policy forbids WebAssembly; PDF.js falls back to its JavaScript decoders.
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 256 * 1024,
    maxImageSize: 60_000_000,
  });
}

type PdfProblem = 'password' | 'damaged' | 'unreachable';

function problemOf(error: unknown): PdfProblem {
  if (error instanceof PasswordException) return 'password';
  return error instanceof InvalidPDFException ? 'damaged' : 'unreachable';
}
