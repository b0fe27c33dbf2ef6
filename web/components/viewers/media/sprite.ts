import type { Rendition } from '@lectern/contract/features/reading.ts';

/** Thumbnails of a video in one image, each with its second. */
export type Sprite = {
  url: string;
  columns: number;
  tileWidth: number;
  tileHeight: number;
  seconds: readonly number[];
};

const isCount = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Reads the sprite layout from a rendition's facts; null when they are incomplete. */
export function spriteOf({ url, facts }: Pick<Rendition, 'url' | 'facts'>, base: string): Sprite | null {
  const { columns, tileWidth, tileHeight, seconds } = facts;
  if (!isCount(columns) || !isCount(tileWidth) || !isCount(tileHeight) || !Array.isArray(seconds)) return null;
  const known = seconds.filter((second): second is number => typeof second === 'number');
  return known.length > 0 ? { url: base + url, columns, tileWidth, tileHeight, seconds: known } : null;
}

/** Position of the tile for a second: the last one that isn't after it. */
export function tileAt({ seconds, columns, tileWidth, tileHeight }: Sprite, second: number): { x: number; y: number } {
  const after = seconds.findIndex((start) => start > second);
  const at = Math.max(0, (after < 0 ? seconds.length : after) - 1);
  return { x: (at % columns) * tileWidth, y: Math.floor(at / columns) * tileHeight };
}
