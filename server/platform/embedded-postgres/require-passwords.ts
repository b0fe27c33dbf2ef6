import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { rolePassword, superuserRole } from './database-url.ts';
import type { Placement } from './placement.ts';
import { PostmasterEnded } from './postmaster.ts';
import { commandAs } from './privilege.ts';
import { cheapPasswords, postgresEnvironment } from './server-settings.ts';

/**
 * Makes the socket of a stopped cluster ask for passwords, unless it does already: a new one, one of an older version, which
 * trusted everyone at its socket, or one that lost its secret. PostgreSQL alone on its files needs no socket for that.
 */
export async function requirePasswords(placement: Placement, durable: boolean): Promise<void> {
  const { cluster, secret, privilege, programs } = placement;
  const rules = path.join(cluster, 'pg_hba.conf');
  const asked = `local all all scram-sha-256\n# ${createHash('sha256').update(secret).digest('hex')}\n`;
  if ((await readFile(rules, 'utf8')) === asked) return;
  const settings = Object.entries(cheapPasswords).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['--single', ...(durable ? [] : ['-F']), ...settings, '-D', cluster, 'postgres'];
  const child = spawn(...commandAs(privilege, path.join(programs, 'postgres'), args), {
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It may end before it reads this; what it says tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`alter role ${superuserRole} password '${rolePassword(secret, superuserRole)}'\n`);
  const [said, code] = await Promise.all([text(child.stderr), exited]);
  if (code !== 0 || said.includes('ERROR:')) throw new PostmasterEnded(said);
  // In place, so that it stays its owner's; a half-written one is not what was asked, and is written again.
  await writeFile(rules, asked);
}
