import { AppError } from '../../platform/app-error.ts';

type Held = { abort: AbortController; released: Promise<void> };

const patienceMs = 10_000;

/** Thrown into a writer whose place somebody else takes: the client lost that connection and came back on another. */
export class TakenOver extends Error {}

/** One writer per upload in this process. A newcomer ends the old one, and waits until it has put its bytes down. */
export class UploadLocks {
  readonly #held = new Map<string, Held>();

  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
      held.abort.abort(new TakenOver('taken over'));
      if (!(await settlesBy(held.released, deadline))) throw new AppError('uploadBusy', { retryAfterSeconds: 2 });
    }
    const abort = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(id, { abort, released: promise });
    try {
      return await work(abort.signal);
    } finally {
      this.#held.delete(id);
      resolve();
    }
  }

  /** Ends a writer, if there is one. */
  async stop(id: string): Promise<void> {
    const held = this.#held.get(id);
    held?.abort.abort(new TakenOver('stopped'));
    await held?.released;
  }

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }
}

async function settlesBy(work: Promise<void>, deadline: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - Date.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
