import { exportReading, type ReadingSource, type readingFormats } from '@lectern/contract/features/reading.ts';
import { addressOf } from '../../lib/callable.ts';

type ReadingFormat = (typeof readingFormats)[number];

/** Forms in which a text can be had, by where it is from. */
export const formatsOf: Record<ReadingSource, readonly ReadingFormat[]> = {
  document: ['txt', 'json'],
  ocr: ['txt', 'json', 'hocr', 'pdf'],
  speech: ['txt', 'srt', 'vtt', 'docx', 'json'],
};

export const formatNames: Record<ReadingFormat, string> = {
  txt: 'TXT',
  json: 'JSON',
  hocr: 'hOCR',
  srt: 'SRT',
  vtt: 'VTT',
  pdf: 'PDF',
  docx: 'DOCX',
};

/** Where the browser fetches a text as a file. */
export function readingHref(id: string, source: ReadingSource, format: ReadingFormat, readingId?: string): string {
  return addressOf(exportReading, { params: { id, source }, query: { format, readingId } });
}
