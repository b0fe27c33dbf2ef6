import { execFile } from 'node:child_process';
import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from '../supervisor/start-problem.ts';
import type { Placement } from './placement.ts';
import { commandAs } from './privilege.ts';
import { postgresEnvironment } from './server-settings.ts';

/** Made aside and renamed when whole, so that a start that was cut short is simply done again. */
export async function createClusterOnce(placement: Placement, durable: boolean): Promise<void> {
  const present = await access(path.join(placement.cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (present) return;
  const arriving = `${placement.cluster}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  const args = [
    `--pgdata=${arriving}`,
    '--username=postgres',
    '--encoding=UTF8',
    // PostgreSQL's own Unicode rules: the same order on every machine, whatever its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    // Until its first start, which sets the passwords.
    '--auth-local=reject',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ];
  const command = commandAs(placement.privilege, path.join(placement.programs, 'initdb'), args);
  try {
    await promisify(execFile)(...command, { cwd: '/', env: postgresEnvironment() });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new StartProblem(`The database could not be created in ${placement.cluster}:\n${output.trim()}`);
  }
  await rename(arriving, placement.cluster);
}
