import type { Words } from '../viewer-link.ts';
import { findWords } from './find-words.ts';
import { foldRuns, type TextRun } from './fold-text.ts';
import { bringIntoSight, groupOf, rangeOf } from './mark-hits.ts';

/** Colours the characters that one came for, within the box that is marked; the answer takes the colour off again. */
export function markWords(
  spans: readonly HTMLElement[],
  runs: readonly TextRun[],
  box: Element,
  words: Words,
): () => void {
  if (typeof CSS === 'undefined' || !CSS.highlights) return () => undefined;
  const room = box.getBoundingClientRect();
  const ranges = findWords(foldRuns(runs), words).flatMap((span) => {
    const range = rangeOf(spans, span);
    return range && meet(range.getBoundingClientRect(), room) ? [range] : [];
  });
  const group = groupOf('pdf-mark');
  for (const range of ranges) group.add(range);
  const line = ranges[0]?.startContainer.parentElement;
  if (line) bringIntoSight(line);
  return () => {
    for (const range of ranges) group.delete(range);
  };
}

function meet(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
