import { open } from 'node:fs/promises';
import type { FilePart } from './port.ts';

/** Lends any part of a file on this machine for as long as the work takes. */
export async function withFilePart<T>(file: string, work: (part: FilePart) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    return await work({ sizeBytes: size, read });
  } finally {
    await handle.close();
  }
}
