import type { ReviewKind } from '@lectern/contract/features/review.ts';
import type { MarkedText, Severity, TextPlace } from '@lectern/contract/features/scan.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';
import { clock } from '../viewers/media/clock.ts';
import './marked-text.css';

/**
 * A text with its match highlighted. In a short space it starts about `before` Latin characters ahead of the match. A
 * plain function, because many rows call it.
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

/** From this code point on, CJK and other characters are about twice as wide as Latin ones. */
const firstWide = 0x2e80;

/** Starts at a word boundary if one is near, and never inside a surrogate pair. */
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

/**
 * A word's severity as a dot with text; likely false matches say so instead. A plain function, because every row of a
 * list calls it.
 */
export function severityMark(severity: Severity, { scan }: Texts, likelyFalse = false): ReactNode {
  if (likelyFalse) return <Status tone="idle">{scan.likelyFalse}</Status>;
  return <Status tone={tones[severity]}>{scan.severities[severity]}</Status>;
}

/** The item that contains the text. Images and plain-text files have a single page, so no page number is shown. */
type Holder = { kind: ReviewKind; format?: string };
const withoutPages = ['txt', 'md', 'csv', 'html', 'srt', 'vtt'];
const hasPages = ({ kind, format }: Holder) => kind !== 'image' && !withoutPages.includes(format ?? '');

/** Short location within the resource: a time or page; empty when the source is enough. */
export function placeIn({ page, startMs }: TextPlace, { resource }: Texts, holder?: Holder): string {
  if (startMs !== null) return clock(startMs / 1000, true);
  return page === null || (holder && !hasPages(holder)) ? '' : fillText(resource.onPage, { number: page });
}

/** The location with its source, such as “Speech · 3:12.4”. */
export function placeWords(place: TextPlace, texts: Texts, holder?: Holder): string {
  return [texts.scan.sources[place.source], placeIn(place, texts, holder)].filter(Boolean).join(' · ');
}
