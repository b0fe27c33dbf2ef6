import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const keyBytes = 32;

/**
 * The installation's own key, made at its first use and kept beside the data for its owner's eyes only. Whoever steals
 * the database alone can open nothing that was sealed with it. Several machines share the file.
 */
export async function readSealingKey(file: string): Promise<Buffer> {
  const kept = await readIfThere(file);
  if (kept) return judged(kept, file);
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
  // Of several processes that start at once exactly one succeeds; all of them read what that one wrote.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return judged(await readFile(file), file);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function judged(key: Buffer, file: string): Buffer {
  if (key.length !== keyBytes) throw new Error(`${file} is damaged: put it back from a backup`);
  return key;
}
