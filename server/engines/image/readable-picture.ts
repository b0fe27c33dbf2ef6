import { InspectionFailure } from '../inspection-failure.ts';
import { takeFrame } from '../media/take-frame.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { drawHeic } from './draw-heic.ts';

const widest = 20_000;

type Given = { file: string; format: string; folder: string };

/** The picture itself, or one that shows the same where the library of pictures does not know how it is packed. */
export async function readablePicture(
  run: RunSandboxed,
  { file, format, folder }: Given,
  signal: AbortSignal,
): Promise<string> {
  if (format === 'heic') {
    return drawHeic(run, { file, folder }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Some are packed in a way that the library knows.
      if (error instanceof InspectionFailure) return file;
      throw error;
    });
  }
  if (format === 'bmp') return (await takeFrame(run, { file, folder, durationSeconds: 0, widest }, signal)) ?? file;
  return file;
}
