import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/** A folder of one's own for a while; nothing of it stays. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-work-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a program can read a stored file: in its place, or in a copy fetched to the folder. */
export async function localFile(
  fileStore: FileStore,
  storeKey: string,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const inPlace = fileStore.localPath(storeKey);
  if (inPlace !== null) return inPlace;
  const copy = path.join(folder, 'original');
  const { stream } = await fileStore.open(storeKey);
  await pipeline(stream, createWriteStream(copy, { mode: 0o600 }), { signal });
  return copy;
}
