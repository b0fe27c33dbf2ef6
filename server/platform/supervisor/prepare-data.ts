import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstSignIn } from './child-lifecycle.ts';
import { exitCodeDoNotRestart } from './exit-codes.ts';
import { launchNodeChild, type NodeChildOptions } from './node-child.ts';
import { StartProblem } from './start-problem.ts';

export type PrepareOptions = Omit<NodeChildOptions, 'graceMs' | 'onMessage'> & {
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
  throw new StartProblem('The database could not be prepared; the reason is above.');
}
