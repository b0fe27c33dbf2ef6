import inspector from 'node:inspector';
import type { ReadyNotice } from './running-part.ts';

/** What the processes of Lectern tell their supervisor. Started without one, they simply tell nobody. */
export type ChildMessage =
  | ({ type: 'ready' } & ReadyNotice)
  | { type: 'prepared'; firstSignIn?: FirstSignIn | undefined }
  | { type: 'alive'; debugged: boolean };

/** What the supervisor asks its processes. */
export type SupervisorMessage = { type: 'areYouAlive' };

export type FirstSignIn = { account: string; password: string };

export function announceReady(notice: ReadyNotice = {}): void {
  send({ type: 'ready', ...notice });
}

/** Settles when the supervisor has the message: then the process may exit. */
export async function announcePrepared(firstSignIn?: FirstSignIn): Promise<void> {
  await send({ type: 'prepared', firstSignIn });
}

/** Answers while the event loop turns; a process that doesn't is replaced. */
export function answerSupervisor(): void {
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'areYouAlive') void send({ type: 'alive', debugged: inspector.url() !== undefined });
  });
  // Listening alone would keep a process alive that has nothing left to do.
  process.channel?.unref();
}

type StopReason = 'SIGTERM' | 'SIGINT' | 'supervisor gone';

/**
 * Runs `handler` once, whichever way the end comes, and exits: 0 when it settles in time, 1 when it fails or hangs.
 * The supervisor's death counts too: its channel closes, and nobody else would stop this process.
 */
export function onStop(handler: (reason: StopReason) => Promise<void>, limitMs = 8_000): void {
  let stopping = false;
  const stop = (reason: StopReason): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), limitMs).unref();
    handler(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Couldn’t shut down cleanly: ${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('supervisor gone'));
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) return resolve();
    // A supervisor that just died is not this process's failure: 'disconnect' follows.
    process.send(message, undefined, undefined, () => resolve());
  });
}
