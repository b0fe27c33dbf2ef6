import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runImageTask } from './run-image-task.ts';

const wallMs = 60_000;

/** JPEG, PNG, GIF and WebP, by what the bytes are, whatever they are called. */
const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
];

/**
 * Drawn anew as a plain picture, in a child of its own: what a camera noted in it, and whatever else a file may hold, stays
 * behind. Answers where the JPEG is; throws an `InspectionFailure` where there is no picture to draw.
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
