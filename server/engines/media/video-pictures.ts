import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RunSandboxed } from '../sandbox/port.ts';
import { guardedInput, type MediaJob, mostPixels, runFfmpeg, timeFor } from './run-ffmpeg.ts';

const columns = 10;
const mostTiles = 100;
const tileWidth = 160;

/** Thumbnails of a video in one image, row by row, with the second each was taken at. */
type Sprite = { file: string; columns: number; tileWidth: number; tileHeight: number; seconds: number[] };

/**
 * Decodes keyframes only, which is thirty times cheaper; each tile shows the nearest keyframe and records its actual
 * time.
 */
export async function makeSprite(job: MediaJob & { width: number; height: number }): Promise<Sprite | undefined> {
  const file = path.join(job.folder, 'sprite.jpg');
  const notes = path.join(job.folder, 'sprite.txt');
  // Slightly less, to allow for rounding of timestamps.
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

/** ffmpeg prints only frames that have metadata, so tag the chosen ones. */
function noted(file: string): string {
  return `metadata=add:key=tile:value=1,metadata=print:file=${file}`;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/**
 * A frame one tenth into the video, taken from the preceding keyframe so only one frame is decoded. Undefined if there
 * is none.
 */
export async function takeFrame(
  run: RunSandboxed,
  given: { file: string; folder: string; durationSeconds: number | null; widest?: number },
  signal: AbortSignal,
): Promise<string | undefined> {
  const picture = path.join(given.folder, 'frame.png');
  const { widest = 640 } = given;
  const at = Math.min(Math.max(0, (given.durationSeconds ?? 0) / 10), 600);
  const { exitCode } = await run({
    program: 'ffmpeg',
    args: [
      ...['-nostdin', '-v', 'error', '-hide_banner', '-max_pixels', String(mostPixels), ...guardedInput],
      ...['-noaccurate_seek', '-ss', at.toFixed(2), '-i', given.file, '-map', '0:v:0', '-frames:v', '1'],
      ...['-an', '-sn', '-dn', '-vf', `scale='min(${widest},iw)':-2`, '-f', 'image2', '-update', '1', '-y', picture],
    ],
    readable: [given.file],
    folder: given.folder,
    limits: { wallMs: 60_000, cpuSeconds: 40, memoryBytes: 2 ** 30, outputBytes: 2 ** 16, fileBytes: 2 ** 26 },
    signal,
  });
  // ffmpeg also exits with 0 when it finds no frame.
  return exitCode === 0 && existsSync(picture) ? picture : undefined;
}
