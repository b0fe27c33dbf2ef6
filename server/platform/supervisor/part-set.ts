import type { BackOffRules } from './back-off.ts';
import { isExitStatus, type KeptPart, keepRunning, type Part } from './keep-running.ts';
import type { ExitStatus, ReadyNotice } from './running-part.ts';

/** The parts that run together: started one after the other, stopped in the opposite order, all for one. */
export class PartSet {
  /** A part said that it must not be started again, so everything stops. */
  refused = false;
  readonly #parts: KeptPart[] = [];
  readonly #stopping: AbortController;
  readonly #say: (line: string) => unknown;
  readonly #backOff: BackOffRules | undefined;

  constructor(stopping: AbortController, say: (line: string) => unknown, backOff?: BackOffRules) {
    this.#stopping = stopping;
    this.#say = say;
    this.#backOff = backOff;
  }

  /** Settles at its first sign of readiness, or when everything stops before that. */
  async start(part: Part): Promise<ReadyNotice> {
    let ready = false;
    const firstReady = new Promise<ReadyNotice>((resolve) => {
      const kept = keepRunning(
        part,
        {
          onReady: (name, notice) => {
            if (ready) this.#say(`${name} is back.`);
            ready = true;
            resolve(notice);
          },
          onFall: (name, cause, delayMs) =>
            this.#say(`${name} ${describeFall(cause)}; starting it again in ${delayMs / 1_000} s.`),
          onRefusal: () => {
            this.refused = true;
            this.#stopping.abort();
          },
        },
        this.#backOff,
      );
      this.#parts.push(kept);
    });
    return Promise.race([firstReady, this.untilStopped().then(() => ({}))]);
  }

  async untilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  async stopAll(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.stop();
  }
}

function describeFall(cause: ExitStatus | unknown): string {
  if (!isExitStatus(cause)) return `could not start (${cause instanceof Error ? cause.message : String(cause)})`;
  return cause.signal ? `was ended by ${cause.signal}` : `ended with code ${cause.code}`;
}
