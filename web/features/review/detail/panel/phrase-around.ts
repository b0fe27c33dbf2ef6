import type { MarkedText } from '@lectern/contract/features/scan.ts';

const isWordy = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** What was found, with the word before and after it: the phrase that an exception most often is. */
export function phraseAround({ text, mark: [start, end] }: MarkedText): string {
  const pieces = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const before = pieces.filter(({ index, segment }) => index + segment.length <= start && isWordy(segment)).at(-1);
  const after = pieces.find(({ index, segment }) => index >= end && isWordy(segment));
  const from = before?.index ?? start;
  const to = after ? after.index + after.segment.length : end;
  return text.slice(from, to).replace(/\s+/g, ' ').trim();
}
