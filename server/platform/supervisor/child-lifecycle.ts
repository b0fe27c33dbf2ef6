import inspector from 'node:inspector';
import type { ReadyNotice } from './running-part.ts';

/** Messages from Lectern's processes to their supervisor. Without a supervisor, nothing is sent. */
export type ChildMessage = ({ type: 'ready' } & ReadyNotice) | { type: 'alive'; debugged: boolean };

/** Messages from the supervisor to its processes. */
export type SupervisorMessage = { type: 'areYouAlive' } | { type: 'start' };

export function announceReady(notice: ReadyNotice = {}): void {
  send({ type: 'ready', ...notice });
}

/** Resolves when the supervisor lets this process start; at once without a supervisor. */
export function untilStart(): Promise<void> {
  if (!process.env.LECTERN_SUPERVISED) return Promise.resolve();
  // Nothing else keeps the process alive yet.
  process.channel?.ref();
  return new Promise<void>((resolve) => {
    process.on('message', (message: SupervisorMessage) => message.type === 'start' && resolve());
  }).finally(() => process.channel?.unref());
}

/** Answers liveness checks; a process whose event loop is blocked can't, and is replaced. */
export function answerSupervisor(): void {
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'areYouAlive') void send({ type: 'alive', debugged: inspector.url() !== undefined });
  });
  // The listener alone must not keep the process alive.
  process.channel?.unref();
}

type StopReason = 'SIGTERM' | 'SIGINT' | 'supervisor gone';

/**
 * Runs `handler` once on any kind of stop, then exits: 0 when it resolves in time, 1 when it fails or hangs. The
 * supervisor's death counts too: its channel closes, and nobody else would stop this process.
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
    // Ignore a failed send: if the supervisor just died, 'disconnect' follows.
    process.send(message, undefined, undefined, () => resolve());
  });
}
