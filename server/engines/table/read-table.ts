import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withFolder } from '../../platform/storage/local-file.ts';
import { type ProgramResult, type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { type TableHead, type TableLimits, type TableLine, TableProblem, tableLimits } from './table.ts';
import { linesFile, type TableAnswer, type TableTask, tableFile } from './table-child.ts';

export type ReadOptions = {
  limits?: Partial<TableLimits>;
  memoryMb?: number;
  limitMs?: number;
  /** Limit for the lines read; one long text may be repeated in every cell, so they can be far larger than the file. */
  lineBytes?: number;
  /** Treats the file as plain text with one value per line, under this heading. */
  oneInALine?: string;
};
export type ReadTable = { head: TableHead; batches: AsyncIterable<TableLine[]> };

const linesAtOnce = 1_000;

/**
 * Reads a CSV or XLSX file in a sandboxed child process. Lines go through a file, so they take memory only batch by
 * batch; they can be read until `use` ends.
 */
export function readTable<Result>(
  run: RunSandboxed,
  bytes: Uint8Array,
  use: (table: ReadTable) => Promise<Result>,
  { limits, memoryMb = 768, limitMs = 60_000, lineBytes = 2 ** 29, oneInALine }: ReadOptions = {},
): Promise<Result> {
  return withFolder(async (folder) => {
    await writeFile(path.join(folder, tableFile), bytes, { mode: 0o600 });
    const task: TableTask = { folder, limits: { ...tableLimits, ...limits }, oneInALine };
    const { exitCode, stdout, stderr } = await runNodeChild(run, {
      module: path.join(import.meta.dirname, 'table-child.ts'),
      task,
      files: [],
      folder,
      heapMegabytes: memoryMb,
      limits: {
        wallMs: limitMs,
        cpuSeconds: Math.ceil(limitMs / 1_000),
        memoryBytes: 2 ** 31,
        outputBytes: 2 ** 16,
        fileBytes: lineBytes,
      },
      signal: new AbortController().signal,
    }).catch(asTableProblem);
    if (exitCode !== 0) throw new TableProblem('damaged', { cause: new Error(stderr) });
    const answer = JSON.parse(stdout.toString('utf8')) as TableAnswer;
    if ('problem' in answer) throw new TableProblem(answer.problem);
    return use({ head: answer.head, batches: batchesOf(path.join(folder, linesFile)) });
  });
}

function asTableProblem(error: unknown): ProgramResult {
  if (!(error instanceof SandboxFailure)) throw error;
  switch (error.kind) {
    case 'time':
      throw new TableProblem('tooSlow', { cause: error });
    case 'output':
      throw new TableProblem('tooLong', { cause: error });
    case 'memory':
    case 'crashed':
      throw new TableProblem('damaged', { cause: error });
    // The file isn't at fault.
    default:
      throw error;
  }
}

async function* batchesOf(file: string): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = [];
  let rest = '';
  // Not readline, which would also split at U+2028 inside a cell.
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      batch.push(JSON.parse(line) as TableLine);
      if (batch.length < linesAtOnce) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
