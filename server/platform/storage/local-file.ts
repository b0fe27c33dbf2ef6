import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { processStart } from '../process-start.ts';
import type { FileStore } from './file-store.ts';

const prefix = 'lectern-work-';

/** Runs `work` with a temporary folder that is deleted afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-${processStart(process.pid)}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes work folders of processes that were killed; returns how many. */
export async function removeAbandonedFolders(): Promise<number> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(prefix));
  let removed = 0;
  for (const name of names) {
    const [pid = '', started = ''] = name.slice(prefix.length).split('-');
    if (!/^\d+$/.test(pid) || processStart(pid) === started) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Path where a program can read a stored file: in the store itself, or a copy fetched into the folder. */
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
