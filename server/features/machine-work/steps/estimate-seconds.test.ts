import { describe, expect, it } from 'vitest';
import { shortJobSeconds } from '../../../platform/queue/fair-turns.ts';
import type { StepSize } from '../step.ts';
import { estimateConversion, estimateOcr, estimateSpeech } from './reading-steps.ts';

const size = (change: Partial<StepSize>): StepSize => ({
  ...{
    kind: 'document',
    format: 'pdf',
    sizeBytes: 100_000,
    durationSeconds: null,
    pageCount: null,
    scannedShare: null,
  },
  ...change,
});
const isShort = (seconds: number) => seconds <= shortJobSeconds;

describe('an estimate', () => {
  it.each([
    ['a page of text', { format: 'txt', sizeBytes: 3_000 }, true],
    ['two megabytes of subtitles', { format: 'srt', sizeBytes: 2_000_000 }, false],
    ['a letter in Word', { format: 'docx', sizeBytes: 400_000 }, true],
    ['a PDF of one page', { pageCount: 1 }, true],
    ['a PDF of 600 pages', { pageCount: 600 }, false],
    ['a film of an hour', { kind: 'video', format: 'mp4', durationSeconds: 3_600 }, false],
    ['a voice message', { kind: 'audio', format: 'mp3', durationSeconds: 30 }, true],
  ] as const)('knows whether converting %s is short', (_what, change, expected) => {
    expect(isShort(estimateConversion(size(change)))).toBe(expected);
  });

  it('of reading pictures counts the pages that need it', () => {
    expect(isShort(estimateOcr(size({ pageCount: 600, scannedShare: 0 }), {}))).toBe(true);
    expect(isShort(estimateOcr(size({ pageCount: 600, scannedShare: 1 }), {}))).toBe(false);
    expect(isShort(estimateOcr(size({ pageCount: 600, scannedShare: 0 }), { allPages: true }))).toBe(false);
    expect(isShort(estimateOcr(size({ pageCount: 600, scannedShare: 1 }), { region: '0,0,1,1', page: 3 }))).toBe(true);
    expect(isShort(estimateOcr(size({ kind: 'image', format: 'jpg' }), {}))).toBe(true);
  });

  it('of speech follows its length', () => {
    expect(isShort(estimateSpeech(size({ kind: 'audio', durationSeconds: 20 })))).toBe(true);
    expect(isShort(estimateSpeech(size({ kind: 'audio', durationSeconds: 5_400 })))).toBe(false);
  });
});
