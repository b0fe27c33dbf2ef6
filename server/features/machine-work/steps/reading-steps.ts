import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { defineStep, type Step, type StepSize } from '../step.ts';
import type { StepDependencies } from './step-dependencies.ts';

const megabyte = 1_000_000;
/** A megabyte of plain text becomes hundreds of pages, and a sheet unfolds. */
const secondsPerMegabyte: Record<string, number> = {
  ...{ txt: 50, md: 50, csv: 50, html: 50, srt: 50, vtt: 50 },
  ...{ xlsx: 30, xlsm: 30, xls: 30, ods: 30 },
};
const usualPerMegabyte = 4;

/** Rough on purpose: it only has to tell short work from long. Measured on two cores, with other work running. */
export function estimateConversion({ kind, format, sizeBytes, durationSeconds, pageCount }: StepSize): number {
  if (kind === 'video') return 10 + (durationSeconds ?? 600) * 0.6;
  if (kind === 'audio') return 5 + (durationSeconds ?? 600) * 0.1;
  if (format === 'pdf') return 6 + (pageCount ?? 100) * 0.05;
  return 8 + (sizeBytes / megabyte) * (secondsPerMegabyte[format] ?? usualPerMegabyte);
}

/** Pages that have text of their own take no time, unless all are asked for. */
export function estimateOcr({ kind, pageCount, scannedShare }: StepSize, options: Record<string, unknown>): number {
  if (options.region !== undefined) return 5;
  const share = options.allPages ? 1 : (scannedShare ?? 1);
  const pages = kind === 'image' ? (pageCount ?? 1) : (pageCount ?? 10) * share;
  return 2 + pages * 5;
}

export function estimateSpeech({ durationSeconds }: StepSize): number {
  return 4 + (durationSeconds ?? 600) * 0.5;
}

/** Formats with pages that may be pictures; tables, texts and books of flowing text have none. */
const withPages = new Set(['pdf', 'docx', 'docm', 'doc', 'odt', 'rtf', 'pptx', 'pptm', 'ppt', 'odp', 'odg']);
const hour = 3600;

/** What becomes of a file after it was looked at: each stands for itself, and waits only for what it builds on. */
export function readingSteps(dependencies: StepDependencies): Step[] {
  return [
    defineStep({
      kind: 'convert',
      after: ['inspect'],
      needs: ['inspect'],
      // LibreOffice and an encoder take a whole processor each.
      concurrency: 1,
      limitSeconds: 12 * hour,
      estimateSeconds: estimateConversion,
      concerns: ({ kind }) => kind !== 'image',
      options: stepOptions.convert,
      load: async () => (await import('./convert.step.ts')).convertVersion(dependencies),
    }),
    defineStep({
      kind: 'ocr',
      after: ['inspect', 'convert'],
      needs: ['inspect'],
      concurrency: 1,
      limitSeconds: 12 * hour,
      estimateSeconds: estimateOcr,
      concerns: ({ kind, format }) => kind === 'image' || withPages.has(format),
      options: stepOptions.ocr,
      load: async () => (await import('./recognise-text.step.ts')).recogniseText(dependencies),
    }),
    defineStep({
      kind: 'asr',
      // A video is shown first and heard then: people wait for the picture.
      after: ['inspect', 'convert'],
      needs: ['inspect'],
      concurrency: 1,
      limitSeconds: 12 * hour,
      estimateSeconds: estimateSpeech,
      concerns: ({ kind }) => kind === 'video' || kind === 'audio',
      options: stepOptions.asr,
      load: async () => (await import('./recognise-speech.step.ts')).recogniseSpeech(dependencies),
    }),
  ];
}
