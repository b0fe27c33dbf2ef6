import type { TextSpan } from './fold-text.ts';
import type { PdfHit } from './use-pdf-search.ts';

/** Colours hits in a text layer without touching it; the answer takes the colour off again. */
export function markHits(
  spans: readonly HTMLElement[],
  hits: readonly PdfHit[],
  current: PdfHit | undefined,
): () => void {
  if (spans.length === 0 || hits.length === 0 || typeof CSS === 'undefined' || !CSS.highlights) return () => undefined;
  const marked = hits.flatMap((hit) => {
    const range = rangeOf(spans, hit);
    return range ? [{ range, group: groupOf(hit === current ? 'pdf-hit-current' : 'pdf-hit') }] : [];
  });
  for (const { range, group } of marked) group.add(range);
  const [at] = current ? spans.slice(current.fromRun, current.fromRun + 1) : [];
  if (at && hits.includes(current as PdfHit)) bringIntoSight(at);
  return () => {
    for (const { range, group } of marked) group.delete(range);
  };
}

/** The page is there already; the line may lie below what is seen of it. */
export function bringIntoSight(line: HTMLElement): void {
  const seen = line.closest('.pdf-pages')?.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  if (seen && (top < seen.top || bottom > seen.bottom)) line.scrollIntoView({ block: 'center', inline: 'nearest' });
}

export function groupOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const group = new Highlight();
  // The one that one is at lies over the others.
  group.priority = name === 'pdf-hit-current' ? 1 : 0;
  CSS.highlights.set(name, group);
  return group;
}

export function rangeOf(spans: readonly HTMLElement[], hit: TextSpan): Range | null {
  const start = spans[hit.fromRun]?.firstChild;
  const end = spans[hit.toRun]?.firstChild;
  if (!(start instanceof Text) || !(end instanceof Text) || hit.from > start.length || hit.to > end.length) return null;
  const range = document.createRange();
  range.setStart(start, hit.from);
  range.setEnd(end, hit.to);
  return range;
}
