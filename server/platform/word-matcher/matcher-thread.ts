import { Worker } from 'node:worker_threads';
import type { MatcherAnswer, MatcherQuestion, MatcherTask } from './word-matcher.thread.ts';

/** The thread ended while something was asked of it. */
export class MatcherThreadLost extends Error {
  constructor(cause?: unknown) {
    super('The thread that looks for words ended; it starts again with the next question.', { cause });
    this.name = 'MatcherThreadLost';
  }
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** One thread and the questions that it has not answered yet. */
export class MatcherThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #lost: Error | undefined;

  constructor(memoryMb: number) {
    this.#worker = new Worker(new URL('./word-matcher.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // It must not keep a process alive that has nothing else to do.
    this.#worker.unref();
    this.#worker.on('message', ({ call, value, error }: MatcherAnswer) => {
      const waiting = this.#waiting.get(call);
      this.#waiting.delete(call);
      if (this.#waiting.size === 0) this.#worker.unref();
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose());
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask(task: MatcherTask): Promise<unknown> {
    if (this.#lost) return Promise.reject(this.#lost);
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ call, task } satisfies MatcherQuestion);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #lose(cause?: unknown): void {
    this.#lost ??= new MatcherThreadLost(cause);
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
  }
}
