import { setTimeout as sleep } from 'node:timers/promises';

type EndingStep = { signal: NodeJS.Signals; waitMs: number };

/** Sends each signal in turn and waits its time before the next; SIGKILL comes last and is awaited. */
export async function endProcess(pid: number, exited: Promise<unknown>, steps: readonly EndingStep[]): Promise<void> {
  let gone = false;
  const ended = exited.then(() => {
    gone = true;
  });
  for (const step of steps) {
    if (gone || !sendSignal(pid, step.signal)) break;
    const patience = new AbortController();
    const waited = sleep(step.waitMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([ended, waited]);
    patience.abort();
  }
  if (!gone) sendSignal(pid, 'SIGKILL');
  await ended;
}

/** False when the process no longer exists. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  // Zero and negative pids address whole process groups, including our own.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}
