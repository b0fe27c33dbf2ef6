import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import { insertPictureHashes } from '../resource/public.ts';
import { listUnhashedPictures, type UnhashedPicture } from './version-file.repository.ts';

type Dependencies = { fileStore: FileStore; run: RunSandboxed };

const atOnce = 100;
/** A few minutes' work; the rest waits for the next night. */
const mostPerRun = 50_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Backfills hashes of images inspected before hashes existed. Uses their small thumbnails instead of the originals; an
 * unreadable thumbnail is retried another night.
 */
export async function hashOldPictures({ fileStore, run }: Dependencies, db: Db, signal: AbortSignal): Promise<number> {
  let hashed = 0;
  let after = beforeAll;
  for (let seen = 0; seen < mostPerRun; ) {
    signal.throwIfAborted();
    const pictures = await listUnhashedPictures(db, { after, limit: atOnce });
    const last = pictures.at(-1);
    if (!last) break;
    const hashes = await withFolder(async (folder) => {
      const files = await filesOf(fileStore, pictures, folder, signal);
      const answer = await runImageTask(run, { task: { do: 'hash', files }, folder }, signal);
      return 'hashes' in answer ? answer.hashes : [];
    });
    const found = pictures.flatMap(({ version_id: versionId }, index) => {
      const hash = hashes[index];
      return hash ? [{ versionId, hash }] : [];
    });
    hashed += await insertPictureHashes(db, found);
    after = last.resource_id;
    seen += pictures.length;
  }
  return hashed;
}

async function filesOf(
  fileStore: FileStore,
  pictures: readonly UnhashedPicture[],
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const files: string[] = [];
  for (const { version_id: versionId, store_key: storeKey } of pictures) {
    // Copies from remote storage all have the same file name, so each gets its own folder.
    const place = path.join(folder, versionId);
    await mkdir(place);
    // A missing file is reported by the child process, so the other files are still hashed.
    files.push(await localFile(fileStore, storeKey, place, signal).catch(() => path.join(place, 'missing')));
  }
  return files;
}
