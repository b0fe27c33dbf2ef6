import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { z } from 'zod';
import { type TextBlock, textEngine, textEngineVersion } from '../../../engines/document-text/port.ts';
import { type ReadDocument, readDocument } from '../../../engines/document-text/read-document.ts';
import { InspectionFailure } from '../../../engines/engine-failure.ts';
import { detectLanguage } from '../../../engines/language/detect-language.ts';
import type { MediaJob } from '../../../engines/media/run-ffmpeg.ts';
import { extractSound, readPeaks } from '../../../engines/media/sound.ts';
import { makeSprite, takeFrame } from '../../../engines/media/video-pictures.ts';
import {
  makeWebSound,
  makeWebVideo,
  needsWebSound,
  planWebVideo,
  startsAtOnce,
} from '../../../engines/media/web-media.ts';
import { drawPages } from '../../../engines/pdf/draw-pages.ts';
import { type DrawnPage, type PdfPageText, type SkippedPage, usualPictures } from '../../../engines/pdf/port.ts';
import { needsOcr } from '../../../engines/pdf/read-pdf-text.ts';
import type { JobTools } from '../../../platform/queue/job-definition.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import { replaceUndrawn } from '../page-drawing.repository.ts';
import type { StepGiven, StepHandler, StepOutcome } from '../step.ts';
import { type MadeFile, replaceRenditions, storeFiles } from './renditions.ts';
import type { StepDependencies } from './step-dependencies.ts';

type Options = z.output<typeof stepOptions.convert>;

/** Converts a file to formats that browsers show or play, and extracts the text it contains. */
export function convertVersion(dependencies: StepDependencies): StepHandler<Options> {
  return (given, tools) =>
    given.version.kind === 'document'
      ? convertDocument(dependencies, given, tools)
      : convertMedia(dependencies, given, tools);
}

type ConvertMediaOptions = z.output<typeof stepOptions.convert>;
type Media = { job: MediaJob; given: StepGiven<ConvertMediaOptions>; tools: JobTools };

const kinds = ['video', 'audio', 'poster', 'sprite', 'peaks'] as const;

/**
 * Makes what a player needs: a web-compatible copy if the original is not playable everywhere, pictures and the
 * waveform.
 */
async function convertMedia(
  { fileStore, run, engines }: StepDependencies,
  given: StepGiven<ConvertMediaOptions>,
  tools: JobTools,
): Promise<StepOutcome> {
  const { version } = given;
  const { signal, report } = tools;
  const engine = await engines.require('FFmpeg');
  await given.use(engine);
  const stored = await withFolder(async (folder) => {
    const file = await localFile(fileStore, version.storeKey, folder, signal);
    const job: MediaJob = { run, file, folder, durationSeconds: version.durationSeconds, signal };
    const media: Media = { job, given, tools };
    const isVideo = version.kind === 'video' && hasStream(version.facts, 'video');
    const made = [
      ...(isVideo ? await filmOf(media) : await soundOf(media)),
      ...(isVideo ? await picturesOf(media) : []),
      ...(hasStream(version.facts, 'audio') ? await peaksOf(media) : []),
    ];
    report(98);
    return storeFiles(fileStore, made, signal);
  });
  return {
    engine,
    stored: stored.map((file) => file.stored.storeKey),
    save: async (transaction) => {
      await replaceRenditions(transaction, version.id, kinds, stored);
      return undefined;
    },
  };
}

function hasStream(facts: Record<string, unknown>, name: 'video' | 'audio'): boolean {
  return facts[name] !== undefined && facts[name] !== null;
}

async function filmOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const { format, facts, sizeBytes } = given.version;
  const planned = planWebVideo({ format, facts, startsAtOnce: await startsAtOnce(job.file) });
  const plan = given.options.encode ? 'encode' : planned;
  tools.log(`Video: ${plan}.`);
  if (plan === 'original') return [];
  const onProgress = (percent: number) => tools.report(percent * 0.85);
  const file = await makeWebVideo({ ...job, sizeBytes, onProgress }, plan);
  return [{ kind: 'video', page: 0, file, name: 'video.mp4', contentType: 'video/mp4', facts: { plan } }];
}

async function soundOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const { format, facts } = given.version;
  if (!given.options.encode && !needsWebSound(format, facts)) return [];
  const file = await makeWebSound({ ...job, onProgress: (percent) => tools.report(percent * 0.85) });
  return [{ kind: 'audio', page: 0, file, name: 'sound.m4a', contentType: 'audio/mp4' }];
}

async function picturesOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const made: MadeFile[] = [];
  const frame = await takeFrame(job.run, job, job.signal);
  if (frame) made.push({ kind: 'poster', page: 0, file: frame, name: 'poster.png', contentType: 'image/png' });
  tools.report(88);
  const { width, height } = given.version;
  const sprite = width && height ? await makeSprite({ ...job, width, height }) : undefined;
  if (sprite) {
    const { file, ...facts } = sprite;
    made.push({ kind: 'sprite', page: 0, file, name: 'sprite.jpg', contentType: 'image/jpeg', facts });
  }
  tools.report(92);
  return made;
}

/** The extracted audio is deleted: speech recognition extracts its own. */
async function peaksOf({ job, tools }: Media): Promise<MadeFile[]> {
  const sound = await extractSound({ ...job, onProgress: (percent) => tools.report(92 + percent * 0.05) });
  const { values, ...facts } = await readPeaks(sound);
  await rm(sound, { force: true });
  const file = path.join(job.folder, 'peaks.bin');
  await writeFile(file, values);
  return [{ kind: 'peaks', page: 0, file, name: 'peaks.bin', contentType: 'application/octet-stream', facts }];
}

/** Number of pages rendered immediately; the rest follow on demand or when the queue is idle. */
export const firstPages = 10;

/** Makes a preview PDF, images of the first pages, and the text of all pages with positions. */
export async function convertDocument(
  { fileStore, run, engines, intake, readings }: StepDependencies,
  { version, options, use }: StepGiven,
  { signal, report, log }: JobTools,
): Promise<StepOutcome> {
  const drawer = await engines.require('pdftoppm');
  const reader = await engines.require('pdftotext');
  const office = version.format === 'pdf' ? undefined : await engines.require('LibreOffice');
  const named = (program: string) => `${program}, ${textEngine} ${textEngineVersion}`;
  const engine = named(office ?? drawer);
  await use(engine);
  const { read, stored, undrawn } = await withFolder(async (folder) => {
    const file = await localFile(fileStore, version.storeKey, folder, signal);
    const read = await readDocument(run, { file, format: version.format, folder }, signal, (percent) =>
      report(percent * 0.4),
    );
    const drawing = { file: read.pdf, folder, pages: read.pages.slice(0, firstPages), options: usualPictures };
    const drawn = await drawPages(run, drawing, signal, { onProgress: (percent) => report(40 + percent * 0.4) });
    assertSomething(read, drawn);
    const made = [...(office ? [previewOf(read)] : []), ...drawn.flatMap((page) => pagePicturesOf(page, read))];
    const undrawn = drawn.filter((page) => 'skipped' in page);
    return { read, undrawn, stored: await storeFiles(fileStore, made, signal) };
  });
  if (undrawn.length > 0) log(`Pages that couldn’t be rendered: ${undrawn.map(({ page }) => page).join(', ')}.`);
  if (read.textFromPreview) log(`The text is taken from the preview: ${read.textFromPreview}`);
  const parts = partsOf(read);
  const hasText = parts.some((part) => part.lines.length > 0);
  const language = detectLanguage(parts.flatMap((part) => part.lines.map((line) => line.text)).join('\n'))?.language;
  log(`${read.pages.length} pages, ${read.blocks.length} text blocks.`);
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
        engine: named(office ?? reader),
        options,
        language: language ?? version.language,
        parts,
      });
      return undefined;
    },
  };
}

/** A scan has its text in images; a document with neither text nor images is of no use to anyone. */
function assertSomething(read: ReadDocument, drawn: readonly (DrawnPage | SkippedPage)[]): void {
  if (read.blocks.length > 0 || read.pageTexts.some((text) => isScanned(text, drawn))) return;
  throw new InspectionFailure('All pages are empty.', '', 'empty');
}

function previewOf(read: ReadDocument): MadeFile {
  const facts = { pages: read.pages.length, isCut: read.isCut };
  return { kind: 'preview', page: 0, file: read.pdf, name: 'preview.pdf', contentType: 'application/pdf', facts };
}

function pagePicturesOf(drawn: DrawnPage | SkippedPage, read: ReadDocument): MadeFile[] {
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

/** Pages that are not rendered yet are judged by the text in the PDF alone. */
function isScanned(text: PdfPageText, drawn: readonly (DrawnPage | SkippedPage)[]): boolean {
  const page = drawn.find((one) => one.page === text.page);
  return page && 'skipped' in page ? false : needsOcr(text, page?.isBlank);
}

/** One part per page; blocks without a page, such as speaker notes, go with the preceding page. */
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
