import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProgramResult, RunSandboxed, SandboxLimits } from './port.ts';

const engines = path.join(import.meta.dirname, '..');
const root = path.join(engines, '../..');
/** The child may read the Node runtime, packages, contract and engines, but nothing else of the product. */
const readable = [
  path.dirname(process.execPath),
  path.join(root, 'node_modules'),
  path.join(root, 'server/node_modules'),
  path.join(root, 'server/package.json'),
  path.join(root, 'contract'),
  engines,
];

type NodeChild = {
  /** The module to run; its task is the first argument, as JSON. */
  module: string;
  task: unknown;
  files: readonly string[];
  folder: string;
  heapMegabytes: number;
  limits: SandboxLimits;
  signal: AbortSignal;
  /** Called for each line it prints. */
  onLine?(line: string): void;
};

/** Runs one of our own modules on an uploaded file, sandboxed like any other program. */
export function runNodeChild(run: RunSandboxed, child: NodeChild): Promise<ProgramResult> {
  const { onLine } = child;
  return run({
    program: process.execPath,
    args: ['--no-warnings', `--max-old-space-size=${child.heapMegabytes}`, child.module, JSON.stringify(child.task)],
    readable: [...readable.filter((place) => existsSync(place)), ...child.files],
    folder: child.folder,
    limits: child.limits,
    signal: child.signal,
    ...(onLine && { onOutput: eachLine(onLine) }),
  });
}

function eachLine(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const seen = Buffer.concat([rest, chunk]);
    const end = seen.lastIndexOf(10) + 1;
    rest = seen.subarray(end);
    for (const line of seen.toString('utf8', 0, end).split('\n')) if (line) onLine(line);
  };
}
