import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Confinement } from './port.ts';
import { wrapCommand } from './wrap-command.ts';

const run = promisify(execFile);

let known: Promise<Confinement> | undefined;

/** Found out once, by trying. */
export function confinementHere(): Promise<Confinement> {
  known ??= findConfinement();
  return known;
}

async function findConfinement(): Promise<Confinement> {
  for (const level of ['bubblewrap', 'namespaces'] as const) {
    const { command, args } = wrapCommand(level, {
      program: 'true',
      args: [],
      readable: [],
      limits: { wallMs: 5_000, cpuSeconds: 5, memoryBytes: 2 ** 28, outputBytes: 1_000, fileBytes: 1_000 },
    });
    try {
      await run(command, args, { timeout: 10_000 });
      return level;
    } catch {
      // The next one then.
    }
  }
  return 'limits';
}
