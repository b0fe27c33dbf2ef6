import type { Hit } from '@lectern/contract/features/review.ts';
import type { ScanSource } from '@lectern/contract/features/scan.ts';

export type HitGroup = Pick<Hit, 'severity' | 'likelyFalse'> & {
  key: string;
  word: string;
  source: ScanSource;
  hits: Hit[];
};

/** Hits of one word in one kind of text stand together, in the order in which they came; likely false ones apart. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const { word, place, severity, likelyFalse } = hit;
    const key = `${word.id} ${place.source}${likelyFalse ? ' likely false' : ''}`;
    const known = groups.get(key);
    if (known) known.hits.push(hit);
    else groups.set(key, { key, word: word.text, source: place.source, severity, likelyFalse, hits: [hit] });
  }
  return [...groups.values()];
}

/** As they stand under each other on screen, which is how the keys walk. */
export function inOrder(hits: readonly Hit[]): Hit[] {
  return groupHits(hits).flatMap((group) => group.hits);
}
