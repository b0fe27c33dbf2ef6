import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { useSyncExternalStore } from 'react';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';

/** What is being said: the last stretch that has begun. Draws anew only when that is another one. */
export function useCurrentSegment(lines: readonly ReadingLine[], link: ViewerLink): ReadingLine | undefined {
  return useSyncExternalStore(link.place.subscribe, () => segmentAt(lines, link.place.get().second));
}

/** Lines are in the order of their times. */
export function segmentAt(lines: readonly ReadingLine[], second: number | null): ReadingLine | undefined {
  if (second === null) return undefined;
  const now = second * 1_000;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startMs ?? 0) <= now) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1];
}
