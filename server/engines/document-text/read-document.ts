import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../engine-failure.ts';
import { convertToPdf } from '../office/convert-to-pdf.ts';
import { listPages } from '../pdf/inspect-pdf.ts';
import type { PdfPage, PdfPageText } from '../pdf/port.ts';
import { readPdfText } from '../pdf/read-pdf-text.ts';
import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { alignBlocks } from './align-blocks.ts';
import { type DocumentText, mostCharacters, type TextBlock } from './port.ts';
import type { TextLine, TextTask } from './text-child.ts';

/** Nobody writes larger documents by hand, and their preview would be refused anyway. */
const mostBytes = 300 * 2 ** 20;

/**
 * Extracts a document's text in a child process with the reader for its format. Pages and boxes are added later by
 * alignment.
 */
export async function readDocumentText(run: RunSandboxed, task: TextTask, signal: AbortSignal): Promise<DocumentText> {
  const { size } = await stat(task.file);
  if (size > mostBytes) throw new InspectionFailure('The file is larger than 300 MB.', '', 'tooLarge');
  const blocks: TextBlock[] = [];
  let last: TextLine | undefined;
  const { exitCode, stderr } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'text-child.ts'),
    task,
    files: [task.file],
    folder: task.folder,
    heapMegabytes: 1_024,
    // Readers hold several copies of the document in memory.
    limits: {
      wallMs: 120_000,
      cpuSeconds: 60,
      memoryBytes: 2 ** 31,
      outputBytes: mostCharacters * 8,
      fileBytes: mostCharacters * 6,
    },
    signal,
    onLine: (line) => {
      const answer = JSON.parse(line) as TextLine;
      if ('block' in answer) blocks.push({ ...answer.block, page: null, box: null });
      else last = answer;
    },
  }).catch((error: unknown) => {
    throw error instanceof SandboxFailure && error.kind !== 'start' && error.kind !== 'unsafe' ? tooMuch(error) : error;
  });
  if (last && 'problem' in last) throw inWords(last.code, last.problem);
  if (exitCode !== 0 || !last || !('end' in last)) {
    throw new InspectionFailure('The text of the document can’t be read.', stderr);
  }
  const { title, isCut, drawable } = last;
  return { blocks, title, isCut, drawable };
}

function tooMuch(error: SandboxFailure): InspectionFailure {
  if (error.kind === 'crashed') {
    return new InspectionFailure('Reading the document’s text crashed.', error.message, 'engineCrashed');
  }
  return error.kind === 'time'
    ? new InspectionFailure('Reading the document’s text took too long.', error.message, 'tookTooLong')
    : new InspectionFailure('The document is too large to process.', error.message, 'tooLarge');
}

function inWords(code: Extract<TextLine, { problem: string }>['code'], detail: string): InspectionFailure {
  switch (code) {
    case 'protected':
      return new InspectionFailure(
        'The document is password-protected. Save it without a password and upload it again.',
        detail,
        code,
      );
    case 'tooLarge':
      return new InspectionFailure('The document is too large or too deeply nested to process.', detail, code);
    case 'empty':
      return new InspectionFailure('The document contains no text.', detail, code);
    case 'unsupported':
      return new InspectionFailure('Text can’t be read from this file format.', detail, code);
    case 'damaged':
      return new InspectionFailure(
        detail.startsWith('Line ') ? `${detail}.` : 'The document is damaged. Its text can’t be read.',
        detail,
        code,
      );
  }
}

type DocumentFile = { file: string; format: string; folder: string };

export type ReadDocument = {
  /** The file to display: the document itself if it is a PDF, otherwise LibreOffice's rendering. */
  pdf: string;
  pages: PdfPage[];
  /** Text of each page in the PDF, and how much of the page is covered by images. */
  pageTexts: PdfPageText[];
  blocks: TextBlock[];
  title: string | null;
  isCut: boolean;
  /** Why the text was taken from the preview instead of the format's own reader; null if it wasn't. */
  textFromPreview: string | null;
};

/** Formats without a reader: their text comes from the modern copy LibreOffice saves along with the preview. */
const readAsCopy = new Set(['doc', 'ppt', 'rtf']);
/** Failures after which the other engine would fail as well. */
const hopeless = new Set(['tooLarge', 'protected', 'empty', 'unsupported']);

/** Everything about a document that needs no OCR: preview, pages, text and positions. */
export async function readDocument(
  run: RunSandboxed,
  given: DocumentFile,
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
    textFromPreview: text ? null : (first?.problem ?? 'This format can’t be read directly.'),
  };
}

type Attempt = { text?: DocumentText; problem?: string };

async function attempt(run: RunSandboxed, given: DocumentFile, signal: AbortSignal): Promise<Attempt> {
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
