import { fork } from 'node:child_process';
import type { ChildMessage, SupervisorMessage } from './child-lifecycle.ts';
import { endProcess, sendSignal } from './end-process.ts';
import { type LivenessRules, watchLiveness } from './liveness.ts';
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
  /** It stopped answering and is being killed; its end is reported as any other. */
  onHang?: () => void;
  liveness?: LivenessRules | undefined;
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
  const hang = (): void => {
    if (pid === undefined) return;
    options.onHang?.();
    sendSignal(pid, 'SIGKILL');
  };
  const ask = (): void => {
    const question: SupervisorMessage = { type: 'areYouAlive' };
    if (child.connected) child.send(question, () => undefined);
  };
  // While source is being changed or debugged, a process may stand still for as long as its developer likes.
  const isDevelopment = options.watch || options.env.NODE_OPTIONS?.includes('--inspect');
  const liveness = isDevelopment ? undefined : watchLiveness(ask, hang, options.liveness);
  void exited.then(() => liveness?.stop());
  const ready = new Promise<ReadyNotice>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'alive') liveness?.answered(message);
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
      liveness?.stop();
      await endProcess(pid, exited, [{ signal: 'SIGTERM', waitMs: options.graceMs }]);
    },
  };
}
