import { Worker } from 'node:worker_threads';
import type { Extract, SummaryEngine, Support } from './port.ts';
import type { SummaryAnswer, SummaryTask } from './summary.thread.ts';

const memoryMb = 512;

/** Summarizes in a worker thread, one request at a time. */
export function createExtractiveEngine(): SummaryEngine {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function open(): Worker {
    if (worker) return worker;
    const opened = new Worker(new URL('./summary.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // The thread must not keep an otherwise idle process alive.
    opened.unref();
    opened.on('error', () => undefined);
    opened.on('exit', () => {
      if (worker === opened) worker = undefined;
    });
    worker = opened;
    return opened;
  }

  async function ask(task: SummaryTask, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const asked = open();
    asked.ref();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onMessage = (answer: SummaryAnswer) =>
      'value' in answer ? resolve(answer.value) : reject(new Error(answer.error));
    const onExit = () => reject(new Error('The summary thread ended.'));
    // Aborting terminates the thread; the next request starts a new one.
    const onAbort = () => {
      if (worker === asked) worker = undefined;
      void asked.terminate();
      reject(signal.reason);
    };
    asked.on('message', onMessage);
    asked.on('error', reject);
    asked.on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      asked.postMessage(task);
      return await promise;
    } finally {
      asked.off('message', onMessage);
      asked.off('error', reject);
      asked.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      asked.unref();
    }
  }

  function inTurn(task: SummaryTask, signal: AbortSignal): Promise<unknown> {
    const mine = turn.then(() => ask(task, signal));
    turn = mine.catch(() => undefined);
    return mine;
  }

  return {
    extract: async (wish, signal) => (await inTurn({ kind: 'extract', wish }, signal)) as Extract,
    support: async (blocks, claims, signal) => (await inTurn({ kind: 'support', blocks, claims }, signal)) as Support[],
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
