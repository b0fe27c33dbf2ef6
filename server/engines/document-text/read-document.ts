import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import { convertToPdf } from '../office/convert-to-pdf.ts';
import { listPages } from '../pdf/list-pages.ts';
import type { PdfPage, PdfPageText } from '../pdf/port.ts';
import { readPdfText } from '../pdf/read-pdf-text.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { alignBlocks } from './align-blocks.ts';
import type { DocumentText, TextBlock } from './port.ts';
import { readDocumentText } from './read-document-text.ts';

type Given = { file: string; format: string; folder: string };

export type ReadDocument = {
  /** To look at: the file itself if it is one, else what LibreOffice made of it. */
  pdf: string;
  pages: PdfPage[];
  /** What each page of the PDF itself says, and how much of it is pictures. */
  pageTexts: PdfPageText[];
  blocks: TextBlock[];
  title: string | null;
  isCut: boolean;
  /** The text comes from the preview, because the reader of the format could not read it: why. */
  textFromPreview: string | null;
};

/** Formats that are read as the newer one which LibreOffice makes of them on the way. */
const readAsCopy = new Set(['ppt', 'rtf']);
/** With these there is no sense in trying the other engine. */
const hopeless = new Set(['tooLarge', 'protected', 'empty', 'unsupported']);

/** Everything that can be known of a document without recognising letters in pictures: preview, pages, text, places. */
export async function readDocument(
  run: RunSandboxed,
  given: Given,
  signal: AbortSignal,
  onProgress: (percent: number) => void = () => undefined,
): Promise<ReadDocument> {
  if (given.format === 'pdf') return readPdf(run, given.file, signal, onProgress);
  const office = path.join(given.folder, 'office');
  await mkdir(office, { recursive: true });
  const first = readAsCopy.has(given.format) ? undefined : await attempt(run, given, signal);
  onProgress(20);
  const preview = await convertToPdf(run, { ...(first?.text?.drawable ?? given), folder: office }, signal);
  onProgress(60);
  // An old Word file that its reader does not know is read as LibreOffice understands it.
  const text =
    first?.text ?? (preview.copy ? (await attempt(run, { ...given, ...preview.copy }, signal)).text : undefined);
  onProgress(70);
  const pages = await listPages(run, preview.pdf, signal);
  const pageTexts = await collect(run, preview.pdf, pages, signal, (share) => onProgress(70 + Math.floor(share * 30)));
  const blocks = text ? alignBlocks(text.blocks, pageTexts) : blocksOf(pageTexts);
  return {
    pdf: preview.pdf,
    pages,
    pageTexts,
    blocks,
    title: text?.title ?? null,
    isCut: preview.isCut || (text?.isCut ?? false),
    textFromPreview: text ? null : (first?.problem ?? 'The format has no reader of its own.'),
  };
}

type Attempt = { text?: DocumentText; problem?: string };

async function attempt(run: RunSandboxed, given: Given, signal: AbortSignal): Promise<Attempt> {
  try {
    const { file, format, folder } = given;
    return { text: await readDocumentText(run, { file, format, folder }, signal) };
  } catch (error) {
    if (!(error instanceof InspectionFailure) || hopeless.has(error.code)) throw error;
    return { problem: `${error.message} ${String(error.cause)}` };
  }
}

async function readPdf(
  run: RunSandboxed,
  file: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<ReadDocument> {
  const pages = await listPages(run, file, signal);
  const pageTexts = await collect(run, file, pages, signal, (share) => onProgress(Math.floor(share * 100)));
  const blocks = blocksOf(pageTexts);
  return { pdf: file, pages, pageTexts, blocks, title: null, isCut: false, textFromPreview: null };
}

async function collect(
  run: RunSandboxed,
  file: string,
  pages: PdfPage[],
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<PdfPageText[]> {
  const texts: PdfPageText[] = [];
  for await (const text of readPdfText(run, { file, pages }, signal)) {
    texts.push(text);
    onShare(texts.length / pages.length);
  }
  return texts;
}

function blocksOf(pages: readonly PdfPageText[]): TextBlock[] {
  return pages.flatMap(({ page, blocks }) => blocks.map(({ text, box }) => ({ text, page, box })));
}
