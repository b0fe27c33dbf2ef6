import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StartProblem } from '../supervisor/start-problem.ts';

/** sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const longestSocketPathBytes = 103;
const socketName = '.s.PGSQL.5432.lock';

/** Beside the cluster where the path is short enough, else under the system's own place for such things. */
export function chooseSocketDirectory(besideCluster: string, runtimeRoot = defaultRuntimeRoot()): string {
  if (Buffer.byteLength(path.join(besideCluster, socketName)) <= longestSocketPathBytes) return besideCluster;
  const name = createHash('sha256').update(besideCluster).digest('hex').slice(0, 16);
  return path.join(runtimeRoot, `lectern-${name}`);
}

function defaultRuntimeRoot(): string {
  if (process.getuid?.() === 0 && process.platform === 'linux') return '/run';
  return os.tmpdir();
}

/** The owner of this folder could impersonate the database, so a folder of another account is refused. */
export async function makeSocketDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found = await lstat(directory);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new StartProblem(
      `The folder for the database's socket, ${directory}, is open to other accounts or not ours. Remove it and start again.`,
    );
  }
}
