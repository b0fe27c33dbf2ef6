import type { MarkedText } from '@lectern/contract/features/scan.ts';
import type { ReactNode } from 'react';
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
