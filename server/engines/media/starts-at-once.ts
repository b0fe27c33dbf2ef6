import { open } from 'node:fs/promises';

const mostBoxes = 100;

/** Whether a movie's index comes before its pictures, so that a browser can begin before it has all of it. */
export async function startsAtOnce(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const header = Buffer.alloc(16);
    for (let at = 0, boxes = 0; boxes < mostBoxes; boxes += 1) {
      const { bytesRead } = await handle.read(header, 0, 16, at);
      if (bytesRead < 8) return false;
      const name = header.toString('latin1', 4, 8);
      if (name === 'moov') return true;
      if (name === 'mdat') return false;
      const short = header.readUInt32BE(0);
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return false;
  } finally {
    await handle.close();
  }
}
