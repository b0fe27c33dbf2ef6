import type { ReviewKind } from '@lectern/contract/features/review.ts';
import type { MarkedText, Severity, TextPlace } from '@lectern/contract/features/scan.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';
import { clock } from '../viewers/media/clock.ts';
import './marked-text.css';

/**
 * A piece of text with what was found in it standing out. Where room is short, it begins about `before` Latin
 * characters ahead of the mark. A plain function, because many rows call it.
 */
export function markedText({ text, mark: [start, end] }: MarkedText, before = Number.POSITIVE_INFINITY): ReactNode {
  const from = beginning(text, start, before);
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, start)}
      <mark className="sensitive-mark">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** From here on in Unicode, one finds Chinese and other characters that are twice as wide as a Latin one. */
const firstWide = 0x2e80;

/** At a word’s beginning, where one is near; never in the middle of a character that takes two places. */
function beginning(text: string, start: number, before: number): number {
  let [at, room] = [start, before];
  while (at > 0) {
    const code = text.codePointAt(at - 1) ?? 0;
    const isHalf = code >= 0xdc00 && code <= 0xdfff;
    const width = code < firstWide ? 1 : 2;
    if (width > room) break;
    room -= width;
    at -= isHalf ? 2 : 1;
  }
  if (at <= 0) return 0;
  while (at < start && /\s/.test(text[at] ?? '')) at += 1;
  const cut = /^[\p{Script=Latin}\p{N}]{1,11}[^\p{L}\p{N}]+/u.exec(text.slice(at, start))?.[0].length;
  const isWithin = /[\p{Script=Latin}\p{N}]/u.test(text[at - 1] ?? '');
  return cut !== undefined && isWithin ? at + cut : at;
}

const tones: Record<Severity, StatusTone> = { notice: 'info', review: 'warn', block: 'bad' };

/** How grave a word is, as dot and word; likely false matches say so instead. A plain function, because every row of a list calls it. */
export function severityMark(severity: Severity, { scan }: Texts, likelyFalse = false): ReactNode {
  if (likelyFalse) return <Status tone="idle">{scan.likelyFalse}</Status>;
  return <Status tone={tones[severity]}>{scan.severities[severity]}</Status>;
}

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
