import type { ReviewKind } from '@lectern/contract/features/review.ts';
import type { TextPlace } from '@lectern/contract/features/scan.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { clock } from '../viewers/media/clock.ts';

/** Of what it is part; a picture and a plain text are one page alone, which nobody calls by its number. */
type Holder = { kind: ReviewKind; format?: string };
const withoutPages = ['txt', 'md', 'csv', 'html', 'srt', 'vtt'];
const hasPages = ({ kind, format }: Holder) => kind !== 'image' && !withoutPages.includes(format ?? '');

/** Where in the resource it stands, in few words: a second or a page; empty where its source says it all. */
export function placeIn({ page, startMs }: TextPlace, { resource }: Texts, holder?: Holder): string {
  if (startMs !== null) return clock(startMs / 1000, true);
  return page === null || (holder && !hasPages(holder)) ? '' : fillText(resource.onPage, { number: page });
}

/** With what it is part of, such as “Speech · 3:12.4”. */
export function placeWords(place: TextPlace, texts: Texts, holder?: Holder): string {
  return [texts.scan.sources[place.source], placeIn(place, texts, holder)].filter(Boolean).join(' · ');
}
