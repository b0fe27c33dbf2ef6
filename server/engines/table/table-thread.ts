import { parentPort, workerData } from 'node:worker_threads';
import { openTable } from './open-table.ts';
import { type TableHead, type TableLimits, type TableLine, TableProblem, type TableProblemCode } from './table.ts';

export type ThreadTask = { bytes: Uint8Array; limits: TableLimits; oneInALine?: string };
export type ThreadMessage =
  | { kind: 'head'; head: TableHead }
  | { kind: 'lines'; lines: TableLine[] }
  | { kind: 'end' }
  | { kind: 'problem'; code: TableProblemCode };

const linesAtOnce = 1_000;

/** Reads a table in a thread of its own: the next lines are made when the last ones were taken. */
async function* messagesOf({ bytes, limits, oneInALine }: ThreadTask): AsyncGenerator<ThreadMessage> {
  try {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { head, lines } = await openTable(given, limits, oneInALine);
    yield { kind: 'head', head };
    let batch: TableLine[] = [];
    let count = 0;
    for (const line of lines) {
      // The heading does not count.
      if (++count > limits.rows + 1) throw new TableProblem('tooLong');
      batch.push({ line: line.line, cells: line.cells.map(withoutNul) });
      if (batch.length < linesAtOnce) continue;
      yield { kind: 'lines', lines: batch };
      batch = [];
    }
    if (count === 0) throw new TableProblem('empty');
    yield { kind: 'lines', lines: batch };
    yield { kind: 'end' };
  } catch (error) {
    yield { kind: 'problem', code: error instanceof TableProblem ? error.code : 'damaged' };
  }
}

/** The database keeps every character but this. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

if (parentPort) {
  const port = parentPort;
  const messages = messagesOf(workerData as ThreadTask);
  port.on('message', async () => {
    const { value, done } = await messages.next();
    if (done) port.close();
    else port.postMessage(value);
  });
}
