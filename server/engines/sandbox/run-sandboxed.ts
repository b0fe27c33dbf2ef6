import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { lchown, readdir } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { processStart } from '../../platform/process-start.ts';
import { withFolder } from '../../platform/storage/local-file.ts';
import {
  type ProgramResult,
  type RunSandboxed,
  type SandboxedProgram,
  SandboxFailure,
  type SandboxLevel,
  type WithoutSandbox,
} from './port.ts';
import { engineAccount, isRoot, sandboxLevelHere, withoutSandbox, wrapCommand } from './sandbox-level.ts';

type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

const { SIGKILL, SIGXCPU, SIGXFSZ } = constants.signals;
/** How programs say that they got no more memory, before they give up. */
const wantOfMemory = /bad_alloc|out of memory|cannot allocate memory|allocation failed/i;

/** Why a program was ended by a signal; undefined if it was not. */
function stoppedBy(program: string, { code, signal, stderr }: Ending): SandboxFailure | undefined {
  // A shell's way of telling that the program itself was ended by a signal: 128 and its number.
  const number = signal ? constants.signals[signal] : (code ?? 0) - 128;
  if (number <= 0) return undefined;
  if (number === SIGXCPU) return new SandboxFailure('time', `${program} exceeded its processor time limit.`);
  if (number === SIGXFSZ) return new SandboxFailure('output', `${program} exceeded its file size limit.`);
  // Whatever we stop has its cause already: this was the system, which ends who takes too much.
  if (number === SIGKILL || wantOfMemory.test(stderr)) {
    return new SandboxFailure('memory', `${program} exceeded its memory limit.`);
  }
  return new SandboxFailure('crashed', `${program} crashed (signal ${number}).`);
}

const keptErrorBytes = 8_192;
const longestMs = 24 * 3_600_000;
const stopGraceMs = 3_000;
/** How the launcher says that it could not confine the program, and so did not run it. */
const launchFailure = /^lectern-sandbox: (.*)/m;

type SandboxOptions = {
  withoutSandbox: () => WithoutSandbox;
  /** Absent: the best that this machine has. */
  level?: SandboxLevel;
};

export const noSandbox =
  'Uploaded files can’t be opened safely, because this machine has no sandbox. Ask your server administrator to use Linux 5.13 or newer with Landlock, or to install bubblewrap.';

export function createSandbox({ withoutSandbox: decision, level: forced }: SandboxOptions): RunSandboxed {
  return async (wanted) => {
    wanted.signal.throwIfAborted();
    const level = forced ?? (await sandboxLevelHere());
    if (level === 'none' && decision() === 'refuse') throw new SandboxFailure('unsafe', noSandbox);
    return withFolder((temp) => start(level, wanted, temp));
  };
}

/** At the best level of this machine; where there is none, as the operator decided. */
export const runSandboxed: RunSandboxed = createSandbox({ withoutSandbox });

async function start(level: SandboxLevel, wanted: SandboxedProgram, temp: string): Promise<ProgramResult> {
  if (isRoot) for (const folder of new Set([temp, wanted.folder ?? temp])) await giveToEngines(folder);
  const { command, args, environment, folder } = wrapCommand(level, wanted, temp);
  const mark = newMark();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing it started outlives it.
    detached: true,
    env: { ...environment, [markName]: mark },
    cwd: folder,
  });
  return follow(child, mark, wanted);
}

/** Where uid 0 is the only account of a container, engines stay uid 0 as well. */
async function giveToEngines(folder: string): Promise<void> {
  for (const entry of ['', ...(await readdir(folder, { recursive: true }))]) {
    await lchown(path.join(folder, entry), engineAccount, engineAccount).catch(() => undefined);
  }
}

function follow(child: ChildProcess, mark: string, wanted: SandboxedProgram): Promise<ProgramResult> {
  const { program, limits, signal } = wanted;
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let outputBytes = 0;
    let stderr = Buffer.alloc(0);
    let failure: unknown;
    const stop = (why: unknown) => {
      if (failure) return;
      failure = why;
      endProgram(child);
    };
    // A file that lies about its length gets no more time than any other.
    const wallMs = Math.min(limits.wallMs, longestMs);
    const seconds = Math.round(wallMs / 1000);
    const late = setTimeout(
      () => stop(new SandboxFailure('time', `${program} took longer than ${seconds} s and was stopped.`)),
      wallMs,
    );
    const abort = () => stop(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      outputBytes += chunk.length;
      if (outputBytes > limits.outputBytes) {
        return stop(new SandboxFailure('output', `${program} exceeded its output limit and was stopped.`));
      }
      wanted.onOutput?.(chunk);
      output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-keptErrorBytes);
    });
    child.on('error', (error) => stop(new SandboxFailure('start', `${program} couldn’t start: ${error.message}`)));
    child.on('exit', (_code, killedBy) => {
      if (failure || killedBy) endLeftovers(mark);
    });
    child.on('close', (code, killedBy) => {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      if (failure) return reject(failure);
      const unconfined = launchFailure.exec(stderr.toString('utf8'))?.[1];
      if (unconfined) return reject(new SandboxFailure('start', `${program} couldn’t be sandboxed: ${unconfined}`));
      const stopped = stoppedBy(program, { code, signal: killedBy, stderr: stderr.toString('utf8') });
      if (stopped) return reject(stopped);
      resolve({ exitCode: code ?? -1, stdout: Buffer.concat(output), stderr: stderr.toString('utf8') });
    });
  });
}

/** Asks the launcher, which knows every process it started; a launcher that does not answer is killed with its group. */
function endProgram(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }, stopGraceMs);
  child.once('exit', () => clearTimeout(late));
}

/** The environment variable that marks the processes of a run. */
export const markName = 'LECTERN_SANDBOX';

let runs = 0;

/** Of this process and of one run of it alone. */
export function newMark(): string {
  runs += 1;
  return `${process.pid}-${processStart(process.pid)}-${runs}`;
}

/**
 * Kills processes that a run left behind. Bubblewrap dies with its parent, except in the moment before its child has
 * asked for the same: a parent killed just then leaves an orphan.
 */
export function endLeftovers(mark: string): number {
  return endMarked((other) => other === mark);
}

/** Programs of processes that were killed; answers how many there were. */
export function endAbandonedPrograms(): number {
  return endMarked((mark) => {
    const [pid = '', started = ''] = mark.split('-');
    return processStart(pid) !== started;
  });
}

function endMarked(isMeant: (mark: string) => boolean): number {
  let ended = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const mark = markOf(pid);
    if (mark === undefined || !isMeant(mark)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
      ended += 1;
    } catch {
      // It has ended already, or belongs to another user.
    }
  }
  return ended;
}

function markOf(pid: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return entries.find((entry) => entry.startsWith(`${markName}=`))?.slice(markName.length + 1);
  } catch {
    return undefined;
  }
}
