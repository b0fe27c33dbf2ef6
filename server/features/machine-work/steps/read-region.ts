import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';

export type Region = { page: number; box: [number, number, number, number] };

/** Which part of which page alone is to be read; undefined: all of it. */
export function regionOf({ region, page = 1 }: { region?: string | undefined; page?: number | undefined }) {
  if (region === undefined) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = region.split(',').map(Number);
  return { page, box: [left, top, width, height] } satisfies Region;
}

/** The text as it was, with what was read of a part of one page in the place of what stood there. */
export function withRegion(before: readonly ReadingPart[], { page, box }: Region, read: ReadingPart): ReadingPart[] {
  const part = before.find(({ number }) => number === page);
  if (!part) return [...before, { ...read, number: page }].toSorted((a, b) => a.number - b.number);
  const isInside = (line: ReadingLine) => liesIn(line, box);
  const at = placeOf(part.lines, read.lines, isInside);
  const kept = (lines: readonly ReadingLine[]) => lines.filter((line) => !isInside(line));
  const lines = [...kept(part.lines.slice(0, at)), ...read.lines, ...kept(part.lines.slice(at))];
  return before.map((one) => (one === part ? { ...part, lines } : one));
}

/** Where the first of what goes stood; where nothing goes, before the first line that is further down. */
function placeOf(
  lines: readonly ReadingLine[],
  read: readonly ReadingLine[],
  isInside: (line: ReadingLine) => boolean,
): number {
  const replaced = lines.findIndex(isInside);
  if (replaced >= 0) return replaced;
  const top = Math.min(...read.map(({ box }) => box?.[1] ?? 0));
  const below = lines.findIndex(({ box }) => box !== undefined && box[1] > top);
  return below < 0 ? lines.length : below;
}

/** By its middle: a frame that is drawn by hand cuts through lines at its edge. */
function liesIn({ box }: ReadingLine, [left, top, width, height]: Region['box']): boolean {
  if (!box) return false;
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
