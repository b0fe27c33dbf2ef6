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
/** Messages programs print when they can't allocate memory. */
const wantOfMemory = /bad_alloc|out of memory|cannot allocate memory|allocation failed/i;

/** Why a signal ended the program; undefined if none did. */
function stoppedBy(program: string, { code, signal, stderr }: Ending): SandboxFailure | undefined {
  // Shells report death by signal as exit code 128 plus its number.
  const number = signal ? constants.signals[signal] : (code ?? 0) - 128;
  if (number <= 0) return undefined;
  if (number === SIGXCPU) return new SandboxFailure('time', `${program} exceeded its processor time limit.`);
  if (number === SIGXFSZ) return new SandboxFailure('output', `${program} exceeded its file size limit.`);
  // When we kill a program the reason is already set, so this was the kernel's out-of-memory killer.
  if (number === SIGKILL || wantOfMemory.test(stderr)) {
    return new SandboxFailure('memory', `${program} exceeded its memory limit.`);
  }
  return new SandboxFailure('crashed', `${program} crashed (signal ${number}).`);
}

const keptErrorBytes = 8_192;
const longestMs = 24 * 3_600_000;
const stopGraceMs = 3_000;
/** The launcher's message when it couldn't confine the program and so didn't run it. */
const launchFailure = /^lectern-sandbox: (.*)/m;

type SandboxOptions = {
  withoutSandbox: () => WithoutSandbox;
  /** Defaults to the best level this machine supports. */
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

/** Uses the best level this machine supports; without one, the operator's setting decides. */
export const runSandboxed: RunSandboxed = createSandbox({ withoutSandbox });

async function start(level: SandboxLevel, wanted: SandboxedProgram, temp: string): Promise<ProgramResult> {
  if (isRoot) for (const folder of new Set([temp, wanted.folder ?? temp])) await giveToEngines(folder);
  const { command, args, environment, folder } = wrapCommand(level, wanted, temp);
  const mark = newMark();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so everything it started can be killed with it.
    detached: true,
    env: { ...environment, [markName]: mark },
    cwd: folder,
  });
  return follow(child, mark, wanted);
}

/** If a container has only uid 0, chown fails and the engines stay uid 0. */
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
    // Caps limits derived from the duration a file claims.
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

/** Asks the launcher to stop, because it knows all its processes; if it doesn't respond, its whole group is killed. */
function endProgram(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }, stopGraceMs);
  child.once('exit', () => clearTimeout(late));
}

/** Environment variable that marks all processes of a run. */
export const markName = 'LECTERN_SANDBOX';

let runs = 0;

/** Unique to this process and run. */
export function newMark(): string {
  runs += 1;
  return `${process.pid}-${processStart(process.pid)}-${runs}`;
}

/**
 * Kills processes a run left behind. Bubblewrap dies with its parent, but its child may be orphaned if the parent is
 * killed before the child has set this up too.
 */
export function endLeftovers(mark: string): number {
  return endMarked((other) => other === mark);
}

/** Kills engine processes whose parent was killed, and returns how many there were. */
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
      // It has already exited or belongs to another user.
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
