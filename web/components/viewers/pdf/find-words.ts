import type { Words } from '../viewer-link.ts';
import { type FoldedText, findSpans, foldQuery, type TextSpan } from './fold-text.ts';

/**
 * Where a page may hold certain characters: those that go on as told where there are any, otherwise all of them.
 */
export function findWords(page: FoldedText, { text, after }: Words): TextSpan[] {
  const wanted = foldQuery(text);
  const followed = foldQuery(text + after);
  const spans = findSpans(page, wanted);
  const starts = followed.length > wanted.length ? findSpans(page, followed) : [];
  const known = spans.filter(({ fromRun, from }) =>
    starts.some((start) => start.fromRun === fromRun && start.from === from),
  );
  return known.length > 0 ? known : spans;
}
