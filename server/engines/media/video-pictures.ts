import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

const columns = 10;
const mostTiles = 100;
const tileWidth = 160;

/** Small pictures of a video in one file, row by row, with the second of each. */
export type Sprite = { file: string; columns: number; tileWidth: number; tileHeight: number; seconds: number[] };

/**
 * Only keyframes are decoded, which is thirty times cheaper than all of them; so a tile is from the nearest one, and its
 * own second is noted.
 */
export async function makeSprite(job: MediaJob & { width: number; height: number }): Promise<Sprite | undefined> {
  const file = path.join(job.folder, 'sprite.jpg');
  const notes = path.join(job.folder, 'sprite.txt');
  // A hair less: what is exactly so far apart is not so to the last digit.
  const everySeconds = Math.max(1, (job.durationSeconds ?? 0) / mostTiles) - 0.01;
  const tileHeight = Math.max(2, Math.round((tileWidth * job.height) / job.width / 2) * 2);
  const chosen = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${everySeconds.toFixed(3)})'`;
  await runFfmpeg(job, {
    before: ['-skip_frame', 'nokey'],
    output: [
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-vsync', 'passthrough', '-vf'],
      `${chosen},scale=${tileWidth}:${tileHeight},${noted(notes)},tile=${columns}x${mostTiles / columns}`,
      ...['-frames:v', '1', '-q:v', '5', '-f', 'image2', '-update', '1', '-y', file],
    ],
    limits: { ...timeFor(job.durationSeconds, 0.5), memoryBytes: 2 ** 30, outputBytes: 2 ** 24, fileBytes: 2 ** 26 },
  });
  if (!(await isThere(file))) return undefined;
  const told = await readFile(notes, 'utf8');
  const seconds = [...told.matchAll(/pts_time:([\d.]+)/g)].map((found) => Number(found[1])).slice(0, mostTiles);
  return { file, columns, tileWidth, tileHeight, seconds };
}

/** Frames that have something noted are the only ones it tells of. */
function noted(file: string): string {
  return `metadata=add:key=tile:value=1,metadata=print:file=${file}`;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}
