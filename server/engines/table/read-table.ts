import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type TableHead, type TableLimits, type TableLine, TableProblem, tableLimits } from './table.ts';
import type { ThreadMessage } from './table-thread.ts';

export type ReadOptions = {
  limits?: Partial<TableLimits>;
  memoryMb?: number;
  limitMs?: number;
  /** A text is no table: each line is one of what this heading says. */
  oneInALine?: string;
};
export type ReadTable = { head: TableHead; batches: AsyncIterable<TableLine[]> };

/**
 * Reads an uploaded CSV or XLSX file in a thread with its own bounds of memory and time, so that the worst file
 * ends that thread and nothing else. Lines come in batches, as fast as they are taken.
 */
export async function readTable(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadTable> {
  const worker = new Worker(new URL('./table-thread.ts', import.meta.url), {
    workerData: { bytes, limits: { ...tableLimits, ...options.limits }, oneInALine: options.oneInALine },
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 768, maxYoungGenerationSizeMb: 64 },
  });
  const ask = () => nextMessage(worker, options.limitMs ?? 60_000);
  try {
    const first = await ask();
    if (first.kind !== 'head') throw new TableProblem('damaged');
    return { head: first.head, batches: batchesOf(worker, ask) };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

async function* batchesOf(worker: Worker, ask: () => Promise<ThreadMessage>): AsyncGenerator<TableLine[]> {
  try {
    for (;;) {
      const message = await ask();
      if (message.kind !== 'lines') return;
      yield message.lines;
    }
  } finally {
    await worker.terminate();
  }
}

async function nextMessage(worker: Worker, limitMs: number): Promise<ThreadMessage> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    worker.postMessage('next');
    // A thread that runs out of memory ends with an error event, and `once` fails with it.
    const [message] = (await once(worker, 'message', { signal })) as [ThreadMessage];
    if (message.kind === 'problem') throw new TableProblem(message.code);
    return message;
  } catch (cause) {
    if (cause instanceof TableProblem) throw cause;
    throw new TableProblem(signal.aborted ? 'tooSlow' : 'damaged', { cause });
  }
}
