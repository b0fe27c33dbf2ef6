import type { StepSize } from '../step.ts';

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
