import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type GuardedKind = 'app' | 'database';

export type Watchdog = {
  pid: number | undefined;
  guard(kind: GuardedKind, pid: number): void;
  release(pid: number): void;
  /** Call after an orderly stop, when nothing is left to clean up. */
  close(): void;
};

const script = fileURLToPath(new URL('watchdog.sh', import.meta.url));

/**
 * After SIGKILL the supervisor can't stop its children, and PostgreSQL would live on. A small shell notices when its
 * input closes and stops what is left: applications first, then the database.
 */
export function startWatchdog(): Watchdog {
  const guarded = new Map<number, GuardedKind>();
  let closed = false;
  let shell: ChildProcess;

  const tell = (line: string): void => {
    shell.stdin?.write(`${line}\n`);
  };

  const open = (): void => {
    shell = spawn('/bin/sh', [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
    shell.stdin?.on('error', () => undefined);
    shell.on('error', () => undefined);
    shell.once('exit', () => {
      if (!closed) open();
    });
    shell.unref();
    for (const [pid, kind] of guarded) tell(`${kind} ${pid}`);
  };
  open();

  return {
    get pid() {
      return shell.pid;
    },
    guard(kind, pid) {
      guarded.set(pid, kind);
      tell(`${kind} ${pid}`);
    },
    release(pid) {
      guarded.delete(pid);
      tell(`gone ${pid}`);
    },
    close() {
      closed = true;
      shell.stdin?.end();
    },
  };
}
