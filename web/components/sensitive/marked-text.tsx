import type { MarkedText } from '@lectern/contract/features/scan.ts';
import type { ReactNode } from 'react';
import './marked-text.css';

/**
 * A piece of text with what was found in it standing out. Where room is short, it begins `before` characters ahead of
 * the mark. A plain function, because many rows call it.
 */
export function markedText({ text, mark: [start, end] }: MarkedText, before = Number.POSITIVE_INFINITY): ReactNode {
  const from = beginning(text, Math.max(0, start - before));
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, start)}
      <mark className="sensitive-mark">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Never in the middle of a character that takes two places. */
function beginning(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
