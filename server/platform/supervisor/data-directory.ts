import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartProblem } from './start-problem.ts';

/** Made for the owner alone. A folder that exists keeps its rights: it may be the operator's for other things too. */
export async function openDataDirectory(dataDir: string, userId = process.getuid?.()): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Rights alone do not tell: a read-only disk and a full one show only when something is written.
    await rmdir(await mkdtemp(path.join(dataDir, '.writable-')));
  } catch (error) {
    throw new StartProblem(
      `The data directory ${dataDir} cannot be written (${reasonOf(error)}). ` +
        'Give this user the right to write there, or set LECTERN_DATA_DIR to another place.',
      { cause: error },
    );
  }
  await refuseForeignDatabase(dataDir, userId);
}

async function refuseForeignDatabase(dataDir: string, userId: number | undefined): Promise<void> {
  const found = await stat(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (!found || found.uid === userId) return;
  throw new StartProblem(
    `The data in ${dataDir} belongs to the user with id ${found.uid}, not to the one starting Lectern now ` +
      `(${userId}). Start it as that user, or set LECTERN_DATA_DIR to another place.`,
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return String(error);
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'part of the path is a file',
    EEXIST: 'there is a file of that name',
  };
  return reasons[String(error.code)] ?? String(error.code);
}
