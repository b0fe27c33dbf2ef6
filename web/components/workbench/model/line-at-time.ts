import type { Box, Target } from '../../viewers/viewer-link.ts';
import type { WorkLine } from './work-line.ts';

/** The index of what is being said: the last line that has begun; -1: none yet. Lines are in the order of their times. */
export function lineAtTime(lines: readonly WorkLine[], ms: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The line that a place in the recording or on a page belongs to. */
export function lineOfPlace(lines: readonly WorkLine[], place: Target | undefined): WorkLine | undefined {
  if (!place) return undefined;
  if (place.second != null) return lines[Math.max(0, lineAtTime(lines, place.second * 1_000))];
  const onPage = place.page == null ? lines : lines.filter(({ part }) => part === place.page);
  const { box } = place;
  if (!box) return place.page == null ? undefined : onPage[0];
  return onPage.find((line) => line.box && holds(line.box, box)) ?? onPage[0];
}

/** By its middle. */
function holds([left, top, width, height]: Box, [x, y, w, h]: Box): boolean {
  const [middle, centre] = [x + w / 2, y + h / 2];
  return middle >= left && middle <= left + width && centre >= top && centre <= top + height;
}
