import { open } from 'node:fs/promises';
import { InspectionFailure } from '../inspection-failure.ts';

const boxFormats = new Set(['mp4', 'm4v', 'm4a', 'mov', '3gp']);
const mostBoxes = 10_000;

/** A movie that was cut off still tells its length: only its boxes, which end beyond the file, show what is missing. */
export async function assertWholeMovie(file: string, format: string): Promise<void> {
  if (!boxFormats.has(format)) return;
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(16);
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < mostBoxes; boxes += 1) {
      await handle.read(header, 0, 16, at);
      const short = header.readUInt32BE(0);
      // 1: the length follows as a larger number; 0: up to the end.
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short;
      if (length < 8) return;
      if (at + length > size) throw new InspectionFailure('The file is incomplete: its end is missing.');
      at += length;
    }
  } finally {
    await handle.close();
  }
}
