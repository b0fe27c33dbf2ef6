import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../engine-failure.ts';
import { takeFrame } from '../media/video-pictures.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runImageTask } from './run-image-task.ts';

const widest = 20_000;

type PictureFile = { file: string; format: string; folder: string };

/** A path sharp can read: the picture itself, or a converted copy. */
export async function readablePicture(
  run: RunSandboxed,
  { file, format, folder }: PictureFile,
  signal: AbortSignal,
): Promise<string> {
  if (format === 'heic') {
    return drawHeic(run, { file, folder }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Some HEIC files use compression that sharp supports.
      if (error instanceof InspectionFailure) return file;
      throw error;
    });
  }
  if (format === 'bmp') return (await takeFrame(run, { file, folder, durationSeconds: 0, widest }, signal)) ?? file;
  return file;
}

/**
 * Converts a phone's HEIC picture to JPEG and keeps its EXIF data, because sharp is built without the patented HEVC
 * codec. If the file holds several pictures, the first is used.
 */
export async function drawHeic(
  run: RunSandboxed,
  { file, folder }: { file: string; folder: string },
  signal: AbortSignal,
): Promise<string> {
  const { exitCode, stderr } = await run({
    program: 'heif-convert',
    args: ['-q', '95', file, path.join(folder, 'heic.jpg')],
    readable: [file],
    folder,
    limits: { wallMs: 60_000, cpuSeconds: 50, memoryBytes: 2 ** 30 * 1.5, outputBytes: 2 ** 16, fileBytes: 2 ** 29 },
    signal,
  });
  for (const name of exitCode === 0 ? ['heic.jpg', 'heic-1.jpg'] : []) {
    const picture = path.join(folder, name);
    if (await isThere(picture)) return picture;
  }
  throw new InspectionFailure('The image is damaged or incomplete.', stderr);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

const wallMs = 60_000;

/** Signatures of JPEG, PNG, GIF and WebP; the file name doesn't matter. */
const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
];

/**
 * Re-encodes a picture as JPEG in a child process, dropping metadata and anything else the file may hide. Returns the
 * JPEG's path; throws an `InspectionFailure` if there is no picture to draw.
 */
export async function redrawPicture(run: RunSandboxed, bytes: Uint8Array, folder: string): Promise<string> {
  const isPicture = beginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte));
  if (!isPicture) throw new InspectionFailure('The file isn’t an image.', '');
  const [file, output] = [path.join(folder, 'given'), path.join(folder, 'drawn.jpg')];
  await writeFile(file, bytes);
  const task = { do: 'cover', file, output, boxes: [], as: 'jpeg' } as const;
  await runImageTask(run, { task, folder }, AbortSignal.timeout(wallMs));
  return output;
}
