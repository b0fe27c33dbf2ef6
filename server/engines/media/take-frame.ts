import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunSandboxed } from '../sandbox/port.ts';
import { guardedInput, mostPixels } from './allowed-media.ts';

/** A picture from a tenth into the video, from the keyframe before it: one frame is decoded. undefined: there was none. */
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
  // It ends well, too, where it finds no frame to write.
  return exitCode === 0 && existsSync(picture) ? picture : undefined;
}
