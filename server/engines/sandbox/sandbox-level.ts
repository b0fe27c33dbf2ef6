import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { SandboxLevel, WithoutSandbox } from './port.ts';
import { wrapCommand } from './wrap-command.ts';

const run = promisify(execFile);

let known: Promise<SandboxLevel> | undefined;

/** The best level of this machine, found once by trying. */
export function sandboxLevelHere(): Promise<SandboxLevel> {
  known ??= findLevel();
  return known;
}

let decided: WithoutSandbox = 'refuse';

/** What the operator decided for machines without a sandbox; until that is known, nothing runs there. */
export const withoutSandbox = (): WithoutSandbox => decided;

/** At the start of each process that runs engines: takes over the operator's decision and logs what it means here. */
export async function announceSandbox(decision: WithoutSandbox, logger: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  decided = decision;
  const level = await sandboxLevelHere();
  const said = `sandbox for engines: ${describeSandbox(level, decision)}`;
  if (level === 'none') logger.warn({ sandbox: level, reason: await tryLevel('landlock') }, said);
  else logger.info({ sandbox: level }, said);
}

/** For operators, at start and in the log. */
export function describeSandbox(level: SandboxLevel, decision: WithoutSandbox): string {
  if (level === 'bubblewrap') return 'Landlock in bubblewrap';
  if (level === 'landlock') return 'Landlock';
  return decision === 'run' ? 'none; engines run without it (LECTERN_WITHOUT_SANDBOX=run)' : 'none; engines are off';
}

async function findLevel(): Promise<SandboxLevel> {
  for (const level of ['bubblewrap', 'landlock'] as const) if ((await tryLevel(level)) === null) return level;
  return 'none';
}

/** Why the level doesn't work here; null: it does. */
export async function tryLevel(level: SandboxLevel): Promise<string | null> {
  const temp = await mkdtemp(path.join(os.tmpdir(), 'lectern-probe-'));
  const limits = { wallMs: 5_000, cpuSeconds: 5, memoryBytes: 2 ** 28, outputBytes: 1_000, fileBytes: 1_000 };
  const { command, args } = wrapCommand(level, { program: 'true', args: [], readable: [], limits }, temp);
  try {
    await run(command, args, { timeout: 10_000 });
    return null;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return said || (error instanceof Error ? error.message : String(error));
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}
