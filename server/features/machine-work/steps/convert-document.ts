import path from 'node:path';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { TextBlock } from '../../../engines/document-text/port.ts';
import { textEngine, textEngineVersion } from '../../../engines/document-text/port.ts';
import { type ReadDocument, readDocument } from '../../../engines/document-text/read-document.ts';
import { InspectionFailure } from '../../../engines/engine-failure.ts';
import { detectLanguage } from '../../../engines/language/detect-language.ts';
import { drawPages } from '../../../engines/pdf/draw-pages.ts';
import { type DrawnPage, type PdfPageText, type SkippedPage, usualPictures } from '../../../engines/pdf/port.ts';
import { needsOcr } from '../../../engines/pdf/read-pdf-text.ts';
import type { JobTools } from '../../../platform/queue/job-definition.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import { replaceUndrawn } from '../page-drawing.repository.ts';
import type { StepGiven, StepOutcome } from '../step.ts';
import { type MadeFile, replaceRenditions, storeFiles } from './renditions.ts';
import type { StepDependencies } from './step-dependencies.ts';

/** Pages drawn right away; the rest follow when a reader opens them or when nothing else waits. */
export const firstPages = 10;

/** A preview, pictures of the first pages, and the text of all with its places. */
export async function convertDocument(
  { fileStore, run, engines, intake, readings }: StepDependencies,
  { version, options, use }: StepGiven,
  { signal, report, log }: JobTools,
): Promise<StepOutcome> {
  const poppler = await engines.require('pdftoppm');
  const office = version.format === 'pdf' ? undefined : await engines.require('LibreOffice');
  const engine = [office ?? poppler, `${textEngine} ${textEngineVersion}`].join(', ');
  await use(engine);
  const { read, stored, undrawn } = await withFolder(async (folder) => {
    const file = await localFile(fileStore, version.storeKey, folder, signal);
    const read = await readDocument(run, { file, format: version.format, folder }, signal, (percent) =>
      report(percent * 0.4),
    );
    const drawing = { file: read.pdf, folder, pages: read.pages.slice(0, firstPages), options: usualPictures };
    const drawn = await drawPages(run, drawing, signal, { onProgress: (percent) => report(40 + percent * 0.4) });
    assertSomething(read, drawn);
    const made = [...(office ? [previewOf(read)] : []), ...drawn.flatMap((page) => picturesOf(page, read))];
    const undrawn = drawn.filter((page) => 'skipped' in page);
    return { read, undrawn, stored: await storeFiles(fileStore, made, signal) };
  });
  if (undrawn.length > 0) log(`Pages that can’t be drawn: ${undrawn.map(({ page }) => page).join(', ')}.`);
  if (read.textFromPreview) log(`The text is taken from the preview: ${read.textFromPreview}`);
  const parts = partsOf(read);
  const hasText = parts.some((part) => part.lines.length > 0);
  const language = detectLanguage(parts.flatMap((part) => part.lines.map((line) => line.text)).join('\n'))?.language;
  log(`${read.pages.length} pages, ${read.blocks.length} pieces of text.`);
  return {
    engine,
    language: language ?? null,
    stored: stored.map((file) => file.stored.storeKey),
    save: async (transaction) => {
      const files = await replaceRenditions(transaction, version.id, ['preview', 'page', 'pageThumbnail'], stored);
      await replaceUndrawn(transaction, version.id, read.pages.length > firstPages ? firstPages + 1 : null);
      const thumbnailFileId = files.get('pageThumbnail 1');
      await intake.drawn(transaction, version.id, {
        pageCount: read.pages.length,
        ...(thumbnailFileId && { thumbnailFileId }),
      });
      if (!hasText) {
        const { id: versionId, resourceId } = version;
        await readings.retract(transaction, { resourceId, versionId, source: 'document' });
        return undefined;
      }
      await readings.keep(transaction, {
        resourceId: version.resourceId,
        versionId: version.id,
        source: 'document',
        sha256: version.sha256,
        engine,
        options,
        language: language ?? version.language,
        parts,
      });
      return undefined;
    },
  };
}

/** A scan has its words in pictures; what has neither words nor pictures is nothing that anybody could use. */
function assertSomething(read: ReadDocument, drawn: readonly (DrawnPage | SkippedPage)[]): void {
  if (read.blocks.length > 0 || read.pageTexts.some((text) => isScanned(text, drawn))) return;
  throw new InspectionFailure('All pages are empty.', '', 'empty');
}

function previewOf(read: ReadDocument): MadeFile {
  const facts = { pages: read.pages.length, isCut: read.isCut };
  return { kind: 'preview', page: 0, file: read.pdf, name: 'preview.pdf', contentType: 'application/pdf', facts };
}

function picturesOf(drawn: DrawnPage | SkippedPage, read: ReadDocument): MadeFile[] {
  if ('skipped' in drawn) return [];
  const { page, width, height, picture, thumbnail, isBlank } = drawn;
  const text = read.pageTexts.find((entry) => entry.page === page);
  const facts = { width, height, needsOcr: text ? needsOcr(text, isBlank) : !isBlank };
  const contentType = 'image/webp';
  return [
    { kind: 'page', page, file: picture, name: path.basename(picture), contentType, facts },
    { kind: 'pageThumbnail', page, file: thumbnail, name: path.basename(thumbnail), contentType },
  ];
}

/** Pages that were not drawn yet are judged by what the PDF says of them. */
function isScanned(text: PdfPageText, drawn: readonly (DrawnPage | SkippedPage)[]): boolean {
  const page = drawn.find((one) => one.page === text.page);
  return page && 'skipped' in page ? false : needsOcr(text, page?.isBlank);
}

/** A part for each page; what stands on none, such as a speaker's notes, goes with the page before it. */
function partsOf({ pages, blocks }: ReadDocument): ReadingPart[] {
  const parts = pages.map(({ page, widthPoints, heightPoints }): ReadingPart => {
    return { number: page, width: widthPoints, height: heightPoints, rotation: null, lines: [] };
  });
  const byPage = new Map(parts.map((part) => [part.number, part]));
  let current = parts[0];
  for (const block of blocks) {
    current = (block.page === null ? undefined : byPage.get(block.page)) ?? current;
    current?.lines.push(lineOf(block));
  }
  return parts.filter((part) => part.lines.length > 0);
}

function lineOf({ text, box, heading }: TextBlock): ReadingPart['lines'][number] {
  return { text, confidence: null, ...(box && { box: [...box] }), ...(heading !== undefined && { heading }) };
}
