import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  version,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Letters that files leave out and character tables, as the build puts them beside the scripts. */
const partsUrl = `/assets/pdfjs-${version}/`;

/** Opens a PDF piece by piece, as its pages are looked at. Scripts and forms in it are left alone. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: `${partsUrl}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${partsUrl}standard_fonts/`,
    wasmUrl: `${partsUrl}wasm/`,
    iccUrl: `${partsUrl}iccs/`,
    // The content policy allows no compiled code; the same decoders exist as scripts.
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 256 * 1024,
    maxImageSize: 60_000_000,
  });
}

export type PdfProblem = 'password' | 'damaged' | 'unreachable';

export function problemOf(error: unknown): PdfProblem {
  if (error instanceof PasswordException) return 'password';
  return error instanceof InvalidPDFException ? 'damaged' : 'unreachable';
}
