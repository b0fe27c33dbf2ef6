import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { popplerFailure } from './inspect-pdf.ts';
import { parseBboxLayout } from './parse-bbox-layout.ts';
import type { PdfPage, PdfPageText } from './port.ts';

/** At a time: progress is seen, and a large book is never in memory as a whole. */
const pagesAtOnce = 40;
/** A dense page writes 100 kB with its boxes. */
const bytesPerPage = 2 ** 20;

type PdfFile = { file: string; pages: readonly PdfPage[] };

/** The text that a PDF carries, page by page, with its place. A page without any is there too, empty. */
export async function* readPdfText(
  run: RunSandboxed,
  { file, pages }: PdfFile,
  signal: AbortSignal,
): AsyncGenerator<PdfPageText> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const texts = await readRange(run, file, some, signal);
    const shares = await pictureShares(run, file, some, signal);
    for (const { page } of some) {
      const blocks = texts.get(page) ?? [];
      const characters = blocks.reduce((sum, block) => sum + countLetters(block.text), 0);
      yield { page, blocks, characters, pictures: shares.get(page) ?? 0 };
    }
  }
}

async function readRange(run: RunSandboxed, file: string, pages: readonly PdfPage[], signal: AbortSignal) {
  const { exitCode, stdout, stderr } = await run({
    program: 'pdftotext',
    args: [
      ...['-bbox-layout', '-cropbox', '-enc', 'UTF-8', '-q'],
      ...['-f', String(pages[0]?.page), '-l', String(pages.at(-1)?.page)],
      ...[file, '-'],
    ],
    readable: [file],
    // A page takes a few hundredths of a second; a content stream that is a bomb takes all there is.
    limits: {
      wallMs: 60_000 + pages.length * 2_000,
      cpuSeconds: 30 + pages.length,
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 20 + pages.length * bytesPerPage,
      fileBytes: 2 ** 20,
    },
    signal,
  });
  // With 1 it could not open the file; with others it got through in spite of what it complains of.
  if (exitCode === 1 || (exitCode !== 0 && stdout.length === 0)) throw popplerFailure(exitCode, stderr);
  return new Map(parseBboxLayout(stdout.toString('utf8'), pages).map(({ page, blocks }) => [page, blocks]));
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

const row = /^ *(\d+) +\d+ (image|stencil) +(\d+) +(\d+) .* ([\d.]+) +([\d.]+) +\S+ +\S+%?$/;

/** How much of each page pictures cover; scans often come in strips, so they are added up. */
async function pictureShares(
  run: RunSandboxed,
  file: string,
  pages: readonly PdfPage[],
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const shares = new Map<number, number>();
  const output = await run({
    program: 'pdfimages',
    args: ['-list', '-f', String(pages[0]?.page), '-l', String(pages.at(-1)?.page), file],
    readable: [file],
    limits: {
      wallMs: 60_000,
      cpuSeconds: 20 + pages.length,
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 23,
      fileBytes: 2 ** 20,
    },
    signal,
  }).catch((error: unknown) => {
    // A hint only: without it the picture of the page itself decides.
    if (error instanceof SandboxFailure && error.kind !== 'start') return undefined;
    throw error;
  });
  for (const line of output?.stdout.toString('utf8').split('\n') ?? []) {
    const [page, , width, height, acrossPpi, downPpi] = (row.exec(line) ?? []).slice(1).map(Number);
    const size = pages.find((one) => one.page === page);
    if (!size || !width || !height || !acrossPpi || !downPpi) continue;
    const inches = (width / acrossPpi) * (height / downPpi);
    const share = inches / ((size.widthPoints / 72) * (size.heightPoints / 72));
    shares.set(size.page, Math.min(1, (shares.get(size.page) ?? 0) + share));
  }
  return shares;
}

/** A page number, the name of an app that scans: this is no text of the page. */
const fewCharacters = 60;
const mostOfThePage = 0.5;
const unreadableShare = 0.3;

/** Whether the words of a page are in its picture only. `isBlank`: as drawn, if it was. */
export function needsOcr(text: PdfPageText, isBlank: boolean | undefined): boolean {
  if (isBlank === true) return false;
  // Letters drawn as shapes make no picture, and are seen all the same.
  if (text.characters === 0) return isBlank === false || text.pictures > 0.1;
  if (text.characters < fewCharacters && text.pictures >= mostOfThePage) return true;
  return unreadable(text) > unreadableShare;
}

/** Fonts that don't say which letter a shape is give signs that mean nothing. */
function unreadable({ blocks, characters }: PdfPageText): number {
  const signs = blocks.reduce((sum, block) => sum + (block.text.match(/[\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0), 0);
  return signs / Math.max(1, characters + signs);
}
