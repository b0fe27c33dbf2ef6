import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** PostgreSQL refuses to run as root; these are the ways to run it as another user. */
export type Privilege = 'self' | 'namespace' | 'setpriv';

/** `nobody` and `nogroup` on Linux. */
export const unprivilegedId = 65_534;

const wrappers: Record<Privilege, readonly string[]> = {
  self: [],
  // Root appears as `nobody` inside the namespace: the files stay root's, and no other account can reach them.
  namespace: ['unshare', '--user', `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`, '--'],
  setpriv: ['setpriv', `--reuid=${unprivilegedId}`, `--regid=${unprivilegedId}`, '--clear-groups', '--'],
};

export function commandAs(privilege: Privilege, program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...wrappers[privilege], program, ...args];
  return [first, rest];
}

/** False where user namespaces are disabled, or below a folder that root can enter only through its capabilities. */
export async function namespaceWorks(postgres: string, dataDir: string): Promise<boolean> {
  const probe = '"$1" --version && test -w "$2" && test -x "$2"';
  try {
    await promisify(execFile)(...commandAs('namespace', '/bin/sh', ['-c', probe, 'sh', postgres, dataDir]), {
      cwd: '/',
    });
    return true;
  } catch {
    return false;
  }
}
