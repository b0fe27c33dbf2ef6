import type { Box, Target } from '../../viewers/viewer-link.ts';
import type { WorkLine } from './work-line.ts';

/** Index of the last line that starts at or before a time; -1 if none does. Lines must be sorted by start time. */
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

/** The line at a second of the recording or a place on a page. */
export function lineOfPlace(lines: readonly WorkLine[], place: Target | undefined): WorkLine | undefined {
  if (!place) return undefined;
  if (place.second != null) return lines[Math.max(0, lineAtTime(lines, place.second * 1_000))];
  const onPage = place.page == null ? lines : lines.filter(({ part }) => part === place.page);
  const { box } = place;
  if (!box) return place.page == null ? undefined : onPage[0];
  return onPage.find((line) => line.box && holds(line.box, box)) ?? onPage[0];
}

/** Tests the centre of the inner box. */
function holds([left, top, width, height]: Box, [x, y, w, h]: Box): boolean {
  const [middle, centre] = [x + w / 2, y + h / 2];
  return middle >= left && middle <= left + width && centre >= top && centre <= top + height;
}
