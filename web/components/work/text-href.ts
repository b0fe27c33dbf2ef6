import { exportReading, type ReadingSource, type readingFormats } from '@lectern/contract/features/reading.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { addressOf } from '../../lib/callable.ts';

export type TextSource = 'ocr' | 'speech';

const pages: Record<ResourceKind, string> = {
  image: 'imgDetail',
  document: 'imgDetail',
  video: 'asrVideoDetail',
  audio: 'asrAudioDetail',
};

/** Link to the page where a resource's text is edited, with the list view to return to. */
export function textHref(resource: { id: string; kind: ResourceKind }, view = ''): string {
  const query = view && `?${new URLSearchParams({ view })}`;
  return `/app/handle/${pages[resource.kind]}/${resource.id}${query}`;
}

/** Recordings have speech; everything else is read by OCR. */
export function textSourceOf(kind: ResourceKind): TextSource {
  return kind === 'video' || kind === 'audio' ? 'speech' : 'ocr';
}

type TextPlace = { page?: number | null | undefined; second?: number | null | undefined; box?: readonly number[] };

/** The same page at a position in the recording or on a page. */
export function textHrefAt(resource: { id: string; kind: ResourceKind }, { page, second, box }: TextPlace): string {
  const query = new URLSearchParams();
  if (second != null && second > 0) query.set('second', String(Math.floor(second)));
  if (page != null) query.set('page', String(page));
  if (box) query.set('box', box.map((value) => value.toFixed(4)).join(','));
  const place = query.toString();
  return place === '' ? textHref(resource) : `${textHref(resource)}?${place}`;
}

type ReadingFormat = (typeof readingFormats)[number];

/** Download formats by text source. */
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

/** Download link of a text. */
export function readingHref(id: string, source: ReadingSource, format: ReadingFormat, readingId?: string): string {
  return addressOf(exportReading, { params: { id, source }, query: { format, readingId } });
}
