import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openTable } from './open-table.ts';
import { type TableHead, type TableLimits, type TableLine, TableProblem, type TableProblemCode } from './table.ts';

export type TableTask = { folder: string; limits: TableLimits; oneInALine?: string | undefined };
export type TableAnswer = { head: TableHead } | { problem: TableProblemCode };

/** In the task's folder: the table, and the lines read from it as one JSON value per line. */
export const tableFile = 'table';
export const linesFile = 'lines.jsonl';

const linesAtOnce = 1_000;

async function answer(task: TableTask): Promise<TableAnswer> {
  try {
    const bytes = await readFile(path.join(task.folder, tableFile));
    const { head, lines } = await openTable(bytes, task.limits, task.oneInALine);
    writeLines(path.join(task.folder, linesFile), lines, task.limits);
    return { head };
  } catch (error) {
    if (error instanceof TableProblem) return { problem: error.code };
    // The sandbox limits the size of files.
    return { problem: (error as NodeJS.ErrnoException).code === 'EFBIG' ? 'tooLong' : 'damaged' };
  }
}

function writeLines(file: string, lines: Iterable<TableLine>, limits: TableLimits): void {
  const output = openSync(file, 'wx');
  let batch: string[] = [];
  let count = 0;
  for (const { line, cells } of lines) {
    // The header row doesn't count towards the limit.
    if (++count > limits.rows + 1) throw new TableProblem('tooLong');
    batch.push(`${JSON.stringify({ line, cells: cells.map(withoutNul) })}\n`);
    if (batch.length < linesAtOnce) continue;
    writeAll(output, batch.join(''));
    batch = [];
  }
  if (count === 0) throw new TableProblem('empty');
  writeAll(output, batch.join(''));
  closeSync(output);
}

function writeAll(output: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at);
}

/** PostgreSQL text can't store NUL. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

const [task] = process.argv.slice(2);
if (task !== undefined) process.stdout.write(JSON.stringify(await answer(JSON.parse(task) as TableTask)));
