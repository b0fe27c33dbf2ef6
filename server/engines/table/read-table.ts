import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type TableHead, type TableLimits, type TableLine, TableProblem, tableLimits } from './table.ts';
import type { ThreadMessage } from './table-thread.ts';

export type ReadOptions = {
  limits?: Partial<TableLimits>;
  memoryMb?: number;
  limitMs?: number;
  /** Treats the file as plain text with one value per line, under this heading. */
  oneInALine?: string;
};
export type ReadTable = { head: TableHead; batches: AsyncIterable<TableLine[]> };

/**
 * Reads a CSV or XLSX file in a worker thread with its own memory and time limits, so a malicious file can only end
 * that thread. Lines arrive in batches as they are consumed.
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
    // If the thread runs out of memory, it emits an error event, which makes `once` reject.
    const [message] = (await once(worker, 'message', { signal })) as [ThreadMessage];
    if (message.kind === 'problem') throw new TableProblem(message.code);
    return message;
  } catch (cause) {
    if (cause instanceof TableProblem) throw cause;
    throw new TableProblem(signal.aborted ? 'tooSlow' : 'damaged', { cause });
  }
}
