import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildMessage, FirstSignIn, SupervisorMessage } from './child-lifecycle.ts';
import { endProcess, sendSignal } from './end-process.ts';
import { exitCodeDoNotRestart } from './exit-codes.ts';
import { type LivenessRules, watchLiveness } from './liveness.ts';
import type { ExitStatus, ReadyNotice, RunningPart } from './running-part.ts';
import { StartProblem } from './start-problem.ts';
import type { Watchdog } from './watchdog.ts';

type PrepareOptions = Omit<NodeChildOptions, 'graceMs' | 'onMessage'> & {
  signal: AbortSignal;
  onRetry: (delayMs: number) => void;
  pausesMs?: readonly number[];
};

/**
 * Runs the one-shot child that migrates and ensures the first administrator. It prints its own reasons; a database
 * that went away for a moment is worth another try, a migration that fails three times is not.
 */
export async function prepareData(options: PrepareOptions): Promise<FirstSignIn | undefined> {
  for (const pauseMs of [...(options.pausesMs ?? [1_000, 4_000]), undefined]) {
    let firstSignIn: FirstSignIn | undefined;
    let prepared = false;
    const child = launchNodeChild({
      ...options,
      graceMs: 10_000,
      onMessage: (message) => {
        if (message.type !== 'prepared') return;
        prepared = true;
        firstSignIn = message.firstSignIn;
      },
    });
    const stop = (): void => void child.stop();
    options.signal.addEventListener('abort', stop);
    const { code } = await child.exited;
    options.signal.removeEventListener('abort', stop);
    if (options.signal.aborted || (prepared && code === 0)) return firstSignIn;
    if (pauseMs === undefined || code === exitCodeDoNotRestart) break;
    options.onRetry(pauseMs);
    await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
  throw new StartProblem('Couldn’t prepare the database. See the reason above.');
}

type NodeChildOptions = {
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
 * seldom that twenty uploads held 400 MB; kept small, they hold 320 MB, and lists answer sooner.
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
      if (message.type === 'ready') {
        // Being ready is an answer too, so one that hangs right afterwards doesn't get the patience of a start.
        liveness?.answered({ debugged: false });
        resolve(message.address === undefined ? {} : { address: message.address });
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
