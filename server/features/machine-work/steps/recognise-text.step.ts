import path from 'node:path';
import type { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { z } from 'zod';
import { InspectionFailure } from '../../../engines/engine-failure.ts';
import { readablePicture } from '../../../engines/image/readable-picture.ts';
import { detectLanguage } from '../../../engines/language/detect-language.ts';
import { describeOcr } from '../../../engines/ocr/ocr-models.ts';
import type { OcrLine, OcrOutcome, OcrPage, OcrSource, QuarterTurn } from '../../../engines/ocr/port.ts';
import { recognisePages } from '../../../engines/ocr/recognise-pages.ts';
import { drawPages } from '../../../engines/pdf/draw-pages.ts';
import { listPages } from '../../../engines/pdf/inspect-pdf.ts';
import type { PdfPage } from '../../../engines/pdf/port.ts';
import { needsOcr, readPdfText } from '../../../engines/pdf/read-pdf-text.ts';
import type { JobTools } from '../../../platform/queue/job-definition.ts';
import { JobSkipped } from '../../../platform/queue/job-endings.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import type { StepGiven, StepHandler, StepOutcome } from '../step.ts';
import { findPreviewKey, hasOwnText, listDrawnPages } from './renditions.ts';
import type { StepDependencies } from './step-dependencies.ts';

type Options = z.output<typeof stepOptions.ocr>;
/** `turned`: the rotation found when the page of this region was last read. */
type RecognitionInput = StepGiven<Options> & { region?: Region | undefined; turned?: number | null | undefined };
type ReadPage = { number: number; page: OcrPage };

/** Pages rendered per batch: rendering a whole scanned book at once could fill the disk. */
const pagesAtOnce = 20;
/** Wide enough for small print: OCR can't tell letters apart at lower resolutions. */
const picturesToRead = { pictureWidth: 2_000, thumbnailWidth: 64 };
const mostFrames = 500;

/** Runs OCR on images and on pages whose text is only in images. */
export function recogniseText(parts: StepDependencies): StepHandler<Options> {
  return async (asked, tools) => {
    const { version, options } = asked;
    const region = regionOf(options);
    const text = { resourceId: version.resourceId, versionId: version.id, source: 'ocr' as const };
    const before = region ? await parts.readings.partsOf(tools.db, text) : [];
    const given: RecognitionInput = {
      ...asked,
      region,
      turned: before.find(({ number }) => number === region?.page)?.rotation,
    };
    const { name, version: engineVersion } = describeOcr(parts.ocrModels);
    const engine = `${name} ${engineVersion}`;
    await given.use(engine);
    const read = await withFolder((folder) =>
      version.kind === 'image' ? readImage(parts, given, folder, tools) : readPages(parts, given, folder, tools),
    );
    const found = read.map(partOf).filter((part) => part.lines.length > 0);
    if (found.length === 0) {
      if (region) return { engine, nothing: { why: 'No text was found in the chosen area.', code: 'noText' } };
      // Most photos have no text, nor do images in documents that have their own; but a scan without a word is useless.
      const mayBeEmpty = version.kind === 'image' || (await hasOwnText(tools.db, version.id));
      if (!mayBeEmpty) throw new InspectionFailure('No text was found.', '', 'noText');
      return nothingRead(parts, version, engine);
    }
    const placed = (some: readonly ReadingPart[]) =>
      region ? some.reduce((whole, part) => withRegion(whole, region, part), before) : some;
    const words = placed(found).flatMap((part) => part.lines.map((line) => line.text));
    const language = detectLanguage(words.join('\n'))?.language ?? declared(options.language);
    tools.log(`Found text in ${found.length} of ${read.length} images.`);
    // Only the lines just read are corrected: the rest of the page may have been edited by people.
    const corrected =
      options.glossary === false
        ? undefined
        : await parts.glossary.correct(tools.db, language ?? version.language, found);
    const applied = corrected?.applied ?? [];
    for (const note of corrected?.notes ?? []) tools.log(note);
    return {
      engine,
      language,
      save: async (transaction) =>
        parts.readings.keep(transaction, {
          ...text,
          sha256: version.sha256,
          engine,
          options: { ...options, ...(applied.length > 0 && { glossary: applied }) },
          language: language ?? version.language,
          parts: placed(corrected?.parts ?? found),
        }),
    };
  };
}

function nothingRead(
  { readings }: StepDependencies,
  version: RecognitionInput['version'],
  engine: string,
): StepOutcome {
  return {
    engine,
    nothing: { why: 'No text was found.', code: 'noText' },
    save: async (transaction) => {
      await readings.retract(transaction, { resourceId: version.resourceId, versionId: version.id, source: 'ocr' });
      return undefined;
    },
  };
}

async function readImage(parts: StepDependencies, given: RecognitionInput, folder: string, tools: JobTools) {
  const { version } = given;
  const stored = await localFile(parts.fileStore, version.storeKey, folder, tools.signal);
  const file = await readablePicture(parts.run, { file: stored, format: version.format, folder }, tools.signal);
  // A multi-frame TIFF is a scan of several pages; the frames of a GIF are an animation.
  const frames = version.format === 'tiff' ? Math.min(Number(version.facts.frames ?? 1), mostFrames) : 1;
  const sources = Array.from({ length: frames }, (_, frame): OcrSource => (frames > 1 ? { file, frame } : { file }));
  const every = sources.map((source, index) => ({ source, number: index + 1 }));
  const chosen = given.region ? every.filter(({ number }) => number === given.region?.page) : every;
  if (chosen.length === 0) throw new JobSkipped('This page doesn’t exist.');
  const job = { sources: chosen.map(({ source }) => source), numbers: chosen.map(({ number }) => number), folder };
  return recognise(parts, job, given, tools, (percent) => tools.report(percent));
}

async function readPages(
  parts: StepDependencies,
  given: RecognitionInput,
  folder: string,
  tools: JobTools,
): Promise<ReadPage[]> {
  const { fileStore, run } = parts;
  const { version, options } = given;
  const { db, signal } = tools;
  const key = version.format === 'pdf' ? version.storeKey : await findPreviewKey(db, version.id);
  if (!key) throw new JobSkipped('The file wasn’t converted, so there are no pages to read.');
  const file = await localFile(fileStore, key, folder, signal);
  const pages = await listPages(run, file, signal);
  const { region } = given;
  const wanted = region
    ? pages.filter(({ page }) => page === region.page)
    : options.allPages
      ? pages
      : await pagesInPictures(parts, given, { file, pages }, tools);
  if (wanted.length === 0 && region) throw new JobSkipped('This page doesn’t exist.');
  if (wanted.length === 0) {
    throw (await hasOwnText(db, version.id))
      ? new JobSkipped('Every page already has text.', 'pagesHaveText')
      : new JobSkipped('No text was found on any page.', 'noText');
  }
  const read: ReadPage[] = [];
  for (let start = 0; start < wanted.length; start += pagesAtOnce) {
    const some = wanted.slice(start, start + pagesAtOnce);
    const drawn = await withFolder(async (drawing) => {
      const drawn = await drawPages(run, { file, folder: drawing, pages: some, options: picturesToRead }, signal);
      const isWanted = (isBlank: boolean) => region !== undefined || options.allPages || !isBlank;
      const seen = drawn.flatMap((page) => ('skipped' in page || !isWanted(page.isBlank) ? [] : [page]));
      if (seen.length === 0) return [];
      const sources = seen.map(({ picture }) => ({ file: path.resolve(picture) }));
      const job = { sources, numbers: seen.map(({ page }) => page), folder: drawing };
      return recognise(parts, job, given, tools, (percent) =>
        tools.report(((start + (percent / 100) * some.length) / wanted.length) * 100),
      );
    });
    read.push(...drawn);
  }
  return read;
}

/**
 * Uses the judgement made at rendering, or else the text of the PDF. A page without text in a converted document is
 * also read, because its letters may be drawn as shapes.
 */
async function pagesInPictures(
  { run }: StepDependencies,
  { version }: RecognitionInput,
  { file, pages }: { file: string; pages: PdfPage[] },
  { db, signal }: JobTools,
): Promise<PdfPage[]> {
  const known = new Map((await listDrawnPages(db, version.id)).map(({ page, needsOcr }) => [page, needsOcr]));
  const isBlank = known.size > 0 ? false : undefined;
  const unjudged = pages.filter(({ page }) => !known.has(page));
  const wanted = new Set([...known].flatMap(([page, isScanned]) => (isScanned ? [page] : [])));
  if (unjudged.length > 0) {
    for await (const text of readPdfText(run, { file, pages: unjudged }, signal)) {
      if (needsOcr(text, isBlank)) wanted.add(text.page);
    }
  }
  return pages.filter(({ page }) => wanted.has(page));
}

type Pictures = { sources: OcrSource[]; numbers: number[]; folder: string };

async function recognise(
  { run, ocrModels }: StepDependencies,
  { sources, numbers, folder }: Pictures,
  { options, version, region, turned }: RecognitionInput,
  { signal, log }: JobTools,
  onProgress: (percent: number) => void,
): Promise<ReadPage[]> {
  const outcomes: OcrOutcome[] = [];
  const wanted = {
    language: options.language ?? declared(version.language) ?? 'auto',
    rotate: options.rotate ?? (region ? quarterTurn(turned) : 'auto'),
    region: region?.box ?? null,
    models: ocrModels,
  } as const;
  const onPage = (outcome: OcrOutcome) => outcomes.push(outcome);
  await recognisePages(run, { sources, folder, options: wanted, onPage, onProgress }, signal);
  const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
  for (const failure of failures) log(failure.message);
  const [failure] = failures;
  if (failure && failures.length === outcomes.length) throw failure;
  return outcomes.flatMap((outcome) => {
    const number = numbers[outcome.index];
    return 'page' in outcome && number !== undefined ? [{ number, page: outcome.page }] : [];
  });
}

/** A region is too small to detect the rotation of its page, so the page's previous rotation is used. */
function quarterTurn(turned: number | null | undefined): QuarterTurn {
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

function partOf({ number, page }: ReadPage): ReadingPart {
  const { width, height, rotation, lines } = page;
  return { number, width, height, rotation, lines: lines.map(lineOf) };
}

function lineOf({ text, confidence, box, words }: OcrLine): ReadingPart['lines'][number] {
  return { text, confidence, box, words };
}

/** Narrows to the languages that the OCR engine accepts; others become null. */
function declared(language: string | null | undefined): 'en' | 'zh' | null {
  return language === 'en' || language === 'zh' ? language : null;
}

type Region = { page: number; box: [number, number, number, number] };

/** The region of a page to read; undefined means the whole file. */
export function regionOf({ region, page = 1 }: { region?: string | undefined; page?: number | undefined }) {
  if (region === undefined) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = region.split(',').map(Number);
  return { page, box: [left, top, width, height] } satisfies Region;
}

/** Replaces the lines inside a region of one page with newly read ones. */
export function withRegion(before: readonly ReadingPart[], { page, box }: Region, read: ReadingPart): ReadingPart[] {
  const part = before.find(({ number }) => number === page);
  if (!part) return [...before, { ...read, number: page }].toSorted((a, b) => a.number - b.number);
  const isInside = (line: ReadingLine) => liesIn(line, box);
  const at = placeOf(part.lines, read.lines, isInside);
  const kept = (lines: readonly ReadingLine[]) => lines.filter((line) => !isInside(line));
  const lines = [...kept(part.lines.slice(0, at)), ...read.lines, ...kept(part.lines.slice(at))];
  return before.map((one) => (one === part ? { ...part, lines } : one));
}

/** The index of the first replaced line; if none is replaced, of the first line further down. */
function placeOf(
  lines: readonly ReadingLine[],
  read: readonly ReadingLine[],
  isInside: (line: ReadingLine) => boolean,
): number {
  const replaced = lines.findIndex(isInside);
  if (replaced >= 0) return replaced;
  const top = Math.min(...read.map(({ box }) => box?.[1] ?? 0));
  const below = lines.findIndex(({ box }) => box !== undefined && box[1] > top);
  return below < 0 ? lines.length : below;
}

/** Tested by the line's centre, because a hand-drawn frame cuts through lines at its edge. */
function liesIn({ box }: ReadingLine, [left, top, width, height]: Region['box']): boolean {
  if (!box) return false;
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
