import { fork } from 'node:child_process';
import type { ChildMessage, SupervisorMessage } from './child-lifecycle.ts';
import { endProcess, sendSignal } from './end-process.ts';
import { type LivenessRules, watchLiveness } from './liveness.ts';
import type { ExitStatus, ReadyNotice, RunningPart } from './running-part.ts';
import type { Watchdog } from './watchdog.ts';

type NodeChildOptions = {
  entry: string;
  env: NodeJS.ProcessEnv;
  /** It loads its code at once, but starts its work only after this. */
  after: Promise<unknown>;
  watchdog: Watchdog;
  /** How long it may take to finish its work before it is killed. */
  graceMs: number;
  watch?: boolean | undefined;
  onMessage?: (message: ChildMessage) => void;
  /** Called when it stops answering and is about to be killed; its exit is reported like any other. */
  onHang?: () => void;
  liveness?: LivenessRules | undefined;
};

/**
 * File chunks are held outside the heap and freed only when its young generation fills up. With a large one, twenty
 * uploads held 400 MB; with this one they hold 320 MB, and lists respond sooner.
 */
export const nodeFlags = ['--max-semi-space-size=8'];

/** Starts a Lectern entry point as a separate process; its output passes through unchanged. */
export function launchNodeChild(options: NodeChildOptions): RunningPart {
  const child = fork(options.entry, [], {
    env: options.env,
    // A separate session: Ctrl-C in the terminal reaches only the supervisor, which stops its parts in order.
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
  const tell = (message: SupervisorMessage): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  // If it fails, everything stops, and so does the child.
  options.after.then(
    () => tell({ type: 'start' }),
    () => undefined,
  );
  const ask = (): void => tell({ type: 'areYouAlive' });
  // During development, a process may pause at a breakpoint or reload for any length of time.
  const isDevelopment = options.watch || options.env.NODE_OPTIONS?.includes('--inspect');
  const liveness = isDevelopment ? undefined : watchLiveness(ask, hang, options.liveness);
  void exited.then(() => liveness?.stop());
  const ready = new Promise<ReadyNotice>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'alive') liveness?.answered(message);
      if (message.type === 'ready') {
        // Being ready counts as an answer, so a process that hangs right afterwards gets the shorter limit.
        liveness?.answered({ debugged: false });
        resolve(message);
      }
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
