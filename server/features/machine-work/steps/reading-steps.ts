import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { defineStep, type Step, type StepSize } from '../step.ts';
import type { StepDependencies } from './step-dependencies.ts';

const megabyte = 1_000_000;
/** A megabyte of plain text becomes hundreds of pages, and spreadsheets expand too. */
const secondsPerMegabyte: Record<string, number> = {
  ...{ txt: 50, md: 50, csv: 50, html: 50, srt: 50, vtt: 50 },
  ...{ xlsx: 30, xlsm: 30, xls: 30, ods: 30 },
};
const usualPerMegabyte = 4;

/** A rough estimate, only for telling short work from long. Measured on two cores under load. */
export function estimateConversion({ kind, format, sizeBytes, durationSeconds, pageCount }: StepSize): number {
  if (kind === 'video') return 10 + (durationSeconds ?? 600) * 0.6;
  if (kind === 'audio') return 5 + (durationSeconds ?? 600) * 0.1;
  if (format === 'pdf') return 6 + (pageCount ?? 100) * 0.05;
  return 8 + (sizeBytes / megabyte) * (secondsPerMegabyte[format] ?? usualPerMegabyte);
}

/** Pages with extractable text are not OCRed unless `allPages` is set. */
export function estimateOcr({ kind, pageCount, scannedShare }: StepSize, options: Record<string, unknown>): number {
  if (options.region !== undefined) return 5;
  const share = options.allPages ? 1 : (scannedShare ?? 1);
  const pages = kind === 'image' ? (pageCount ?? 1) : (pageCount ?? 10) * share;
  return 2 + pages * 5;
}

export function estimateSpeech({ durationSeconds }: StepSize): number {
  return 4 + (durationSeconds ?? 600) * 0.5;
}

/** Formats whose pages may be images; spreadsheets, plain text and e-books have none. */
const withPages = new Set(['pdf', 'docx', 'docm', 'doc', 'odt', 'rtf', 'pptx', 'pptm', 'ppt', 'odp', 'odg']);
const hour = 3600;

/** Steps that follow the inspection. Each waits only for the steps it builds on. */
export function readingSteps(dependencies: StepDependencies): Step[] {
  return [
    defineStep({
      kind: 'convert',
      after: ['inspect'],
      needs: ['inspect'],
      // LibreOffice and the encoder each use a full core.
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
      // Convert before transcribing, because people want to watch the video first.
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
