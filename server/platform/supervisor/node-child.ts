import { fork } from 'node:child_process';
import type { ChildMessage } from './child-lifecycle.ts';
import { endProcess } from './end-process.ts';
import type { ExitStatus, ReadyNotice, RunningPart } from './running-part.ts';
import type { Watchdog } from './watchdog.ts';

export type NodeChildOptions = {
  entry: string;
  env: NodeJS.ProcessEnv;
  watchdog: Watchdog;
  /** How long it may take to put its work down before it is killed. */
  graceMs: number;
  watch?: boolean | undefined;
  onMessage?: (message: ChildMessage) => void;
};

/**
 * Pieces of files are held outside the heap, and let go only when the heap's young part is full. Left to grow, that is so
 * seldom that twenty uploads held 400 MB; kept small, they hold 320 MB, and lists are answered sooner meanwhile.
 */
export const nodeFlags = ['--max-semi-space-size=8'];

/** An entry point of Lectern as a process of its own; what it prints goes through unchanged. */
export function launchNodeChild(options: NodeChildOptions): RunningPart {
  const child = fork(options.entry, [], {
    env: options.env,
    // Its own session: Ctrl-C in the terminal reaches the supervisor alone, which stops its parts in order.
    detached: true,
    execArgv: options.watch ? [...nodeFlags, '--watch', '--watch-preserve-output'] : nodeFlags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { pid } = child;
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<ReadyNotice>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') resolve(message.address === undefined ? {} : { address: message.address });
      options.onMessage?.(message);
    });
  });
  if (pid !== undefined) {
    options.watchdog.guard('app', pid);
    void exited.then(() => options.watchdog.release(pid));
  }
  return {
    pid,
    ready,
    exited,
    stop: async () => {
      if (pid === undefined) return;
      await endProcess(pid, exited, [{ signal: 'SIGTERM', waitMs: options.graceMs }]);
    },
  };
}
