import { Worker } from 'node:worker_threads';
import type { MatcherWord } from './port.ts';
import type { FoundInText, MatcherAnswer, MatcherQuestion, MatcherTask, MatcherText } from './word-matcher.thread.ts';

/** Iterates all words from the start on each call, because a restarted thread has to load them again. */
type WordSource = () => Iterable<MatcherWord> | AsyncIterable<MatcherWord>;

type FoundInAll = { version: string; results: FoundInText[] };

/** Too many requests are already waiting for the thread. */
export class MatcherBusy extends Error {
  constructor() {
    super('Too many texts are waiting to be scanned. Try again later.');
    this.name = 'MatcherBusy';
  }
}

type HostOptions = { memoryMb?: number; mostWaiting?: number };

const wordsAtOnce = 1_000;

/** Runs the matcher in a worker thread to keep the process responsive. */
export class WordMatcherHost {
  readonly #memoryMb: number;
  readonly #mostWaiting: number;
  #thread: MatcherThread | undefined;
  #dictionary: { version: string; words: WordSource } | undefined;
  #loading: Promise<void> | undefined;
  #waiting = 0;
  #closed = false;

  constructor({ memoryMb = 512, mostWaiting = 64 }: HostOptions = {}) {
    this.#memoryMb = memoryMb;
    this.#mostWaiting = mostWaiting;
  }

  /** Version of the dictionary that was loaded last, or is loading. */
  get version(): string | undefined {
    return this.#dictionary?.version;
  }

  open(): void {
    if (this.#closed) throw new Error('The matcher is closed.');
    if (!this.#thread || this.#thread.isLost) this.#thread = new MatcherThread(this.#memoryMb);
  }

  /** Replaces the dictionary, after any load in progress has finished. */
  async load(version: string, words: WordSource): Promise<void> {
    await this.#loading?.catch(() => undefined);
    this.open();
    this.#dictionary = { version, words };
    await this.#reload();
  }

  async findAll(texts: MatcherText[]): Promise<FoundInAll> {
    if (this.#waiting >= this.#mostWaiting) throw new MatcherBusy();
    this.#waiting += 1;
    try {
      const thread = await this.#ready();
      return (await thread.ask({ kind: 'find', texts })) as FoundInAll;
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.end();
    await this.#loading?.catch(() => undefined);
  }

  async #ready(): Promise<MatcherThread> {
    if (!this.#dictionary) throw new Error('No words are loaded.');
    if (!this.#thread || this.#thread.isLost) {
      this.open();
      await this.#reload();
    } else await this.#loading;
    return this.#thread as MatcherThread;
  }

  #reload(): Promise<void> {
    const loading = this.#send().finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  /** Sends words in acknowledged batches, so no message holds more than a thousand. */
  async #send(): Promise<void> {
    const [thread, dictionary] = [this.#thread, this.#dictionary];
    if (!thread || !dictionary) return;
    await thread.ask({ kind: 'begin' });
    let portion: MatcherWord[] = [];
    for await (const word of dictionary.words()) {
      if (portion.push(word) < wordsAtOnce) continue;
      await thread.ask({ kind: 'words', words: portion });
      portion = [];
    }
    await thread.ask({ kind: 'words', words: portion });
    await thread.ask({ kind: 'compile', version: dictionary.version });
  }
}

/** The worker thread ended while a request was pending. */
export class MatcherThreadLost extends Error {
  constructor(cause?: unknown) {
    super('The word-matching thread ended. It restarts with the next request.', { cause });
    this.name = 'MatcherThreadLost';
  }
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** A worker thread and its pending requests. */
class MatcherThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #lost: Error | undefined;

  constructor(memoryMb: number) {
    this.#worker = new Worker(new URL('./word-matcher.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // An idle thread must not keep the process alive.
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
