import type { Rendition } from '@lectern/contract/features/reading.ts';

/** Small pictures of a video in one file, each with the second it is from. */
export type Sprite = {
  url: string;
  columns: number;
  tileWidth: number;
  tileHeight: number;
  seconds: readonly number[];
};

const isCount = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** The pictures as a rendition describes them; none where it does not say how it is cut. */
export function spriteOf({ url, facts }: Pick<Rendition, 'url' | 'facts'>, base: string): Sprite | null {
  const { columns, tileWidth, tileHeight, seconds } = facts;
  if (!isCount(columns) || !isCount(tileWidth) || !isCount(tileHeight) || !Array.isArray(seconds)) return null;
  const known = seconds.filter((second): second is number => typeof second === 'number');
  return known.length > 0 ? { url: base + url, columns, tileWidth, tileHeight, seconds: known } : null;
}

/** Where the picture of a second lies: the last one that is not after it. */
export function tileAt({ seconds, columns, tileWidth, tileHeight }: Sprite, second: number): { x: number; y: number } {
  const after = seconds.findIndex((start) => start > second);
  const at = Math.max(0, (after < 0 ? seconds.length : after) - 1);
  return { x: (at % columns) * tileWidth, y: Math.floor(at / columns) * tileHeight };
}
