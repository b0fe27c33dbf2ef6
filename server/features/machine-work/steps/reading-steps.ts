import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { defineStep, type Step } from '../step.ts';
import { estimateConversion, estimateOcr, estimateSpeech } from './estimate-seconds.ts';
import type { StepParts } from './step-parts.ts';

/** Formats with pages that may be pictures; tables, texts and books of flowing text have none. */
const withPages = new Set(['pdf', 'docx', 'docm', 'doc', 'odt', 'rtf', 'pptx', 'pptm', 'ppt', 'odp', 'odg']);
const hour = 3600;

/** What becomes of a file after it was looked at: each stands for itself, and waits only for what it builds on. */
export function readingSteps(parts: StepParts): Step[] {
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
      load: async () => (await import('./convert.step.ts')).convertVersion(parts),
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
      load: async () => (await import('./recognise-text.step.ts')).recogniseText(parts),
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
      load: async () => (await import('./recognise-speech.step.ts')).recogniseSpeech(parts),
    }),
  ];
}
