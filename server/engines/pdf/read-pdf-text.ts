import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { popplerFailure } from './inspect-pdf.ts';
import { parseBboxLayout } from './parse-bbox-layout.ts';
import type { PdfPage, PdfPageText } from './port.ts';

/** Batch size, so progress is visible and a large book is never held in memory as a whole. */
const pagesAtOnce = 40;
/** A dense page takes about 100 kB with its boxes. */
const bytesPerPage = 2 ** 20;

type PdfFile = { file: string; pages: readonly PdfPage[] };

/** The embedded text of a PDF with its positions, page by page. Pages without text are included. */
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
    // A page takes a few hundredths of a second; a malicious content stream takes all it can get.
    limits: {
      wallMs: 60_000 + pages.length * 2_000,
      cpuSeconds: 30 + pages.length,
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 20 + pages.length * bytesPerPage,
      fileBytes: 2 ** 20,
    },
    signal,
  });
  // Exit code 1 means the file couldn't be opened; with other codes the output is usable despite the errors.
  if (exitCode === 1 || (exitCode !== 0 && stdout.length === 0)) throw popplerFailure(exitCode, stderr);
  return new Map(parseBboxLayout(stdout.toString('utf8'), pages).map(({ page, blocks }) => [page, blocks]));
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

const row = /^ *(\d+) +\d+ (image|stencil) +(\d+) +(\d+) .* ([\d.]+) +([\d.]+) +\S+ +\S+%?$/;

/** Fraction of each page covered by images; scans often come in strips, so areas are added up. */
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
    // Only a hint: without it, the rendered page decides.
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

/** Fewer characters than this are a page number or a scanner app's name, not the text of the page. */
const fewCharacters = 60;
const mostOfThePage = 0.5;
const unreadableShare = 0.3;

/**
 * Whether a page's text exists only as an image. `isBlank` comes from rendering; undefined if the page wasn't
 * rendered.
 */
export function needsOcr(text: PdfPageText, isBlank: boolean | undefined): boolean {
  if (isBlank === true) return false;
  // Letters drawn as vector shapes are visible but are neither text nor image.
  if (text.characters === 0) return isBlank === false || text.pictures > 0.1;
  if (text.characters < fewCharacters && text.pictures >= mostOfThePage) return true;
  return unreadable(text) > unreadableShare;
}

/** The share of characters from fonts without a Unicode mapping, which extract as meaningless signs. */
function unreadable({ blocks, characters }: PdfPageText): number {
  const signs = blocks.reduce((sum, block) => sum + (block.text.match(/[\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0), 0);
  return signs / Math.max(1, characters + signs);
}
