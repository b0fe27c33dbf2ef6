import { access } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';

/**
 * A picture of a phone as JPEG, with the camera's notes: the library that reads all other pictures comes without the
 * patented compression of these. Of several pictures in one file, the first.
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
