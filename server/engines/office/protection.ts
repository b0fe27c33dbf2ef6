import path from 'node:path';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';

type Given = { file: string; format: string; folder: string };

/** Whether a password is why a document can’t be opened. Asked only after that has failed. */
export async function isProtected(run: RunSandboxed, given: Given, signal: AbortSignal): Promise<boolean> {
  const { exitCode, stdout } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'protection-child.ts'),
    task: { file: given.file, format: given.format },
    files: [given.file],
    folder: given.folder,
    heapMegabytes: 512,
    limits: { wallMs: 30_000, cpuSeconds: 20, memoryBytes: 2 ** 30, outputBytes: 1_000, fileBytes: 1_000 },
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    return { exitCode: 1, stdout: Buffer.from(String(error)) };
  });
  return exitCode === 0 && stdout.toString('utf8') === 'protected';
}
