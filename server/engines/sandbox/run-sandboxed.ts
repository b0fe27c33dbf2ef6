import { type ChildProcess, spawn } from 'node:child_process';
import { confinementHere } from './confinement.ts';
import { endLeftovers, markName, newMark } from './end-leftovers.ts';
import { type ProgramResult, type RunSandboxed, type SandboxedProgram, SandboxFailure } from './port.ts';
import { stoppedBy } from './stopped-by.ts';
import { baseEnvironment, wrapCommand } from './wrap-command.ts';

const keptErrorBytes = 8_192;
const longestMs = 24 * 3_600_000;

export const runSandboxed: RunSandboxed = async (wanted) => {
  wanted.signal.throwIfAborted();
  const level = await confinementHere();
  if (level === 'limits' && wanted.neverWithNetwork) {
    throw new SandboxFailure('unsafe', `${wanted.program} is not run: this machine can’t take the network from it.`);
  }
  const { command, args } = wrapCommand(level, wanted);
  const mark = newMark();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing it started outlives it.
    detached: true,
    env: { ...baseEnvironment, PATH: process.env.PATH, ...wanted.environment, [markName]: mark },
    ...(wanted.folder && { cwd: wanted.folder }),
  });
  return follow(child, mark, wanted);
};

function follow(child: ChildProcess, mark: string, wanted: SandboxedProgram): Promise<ProgramResult> {
  const { program, limits, signal } = wanted;
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let outputBytes = 0;
    let stderr = Buffer.alloc(0);
    let failure: unknown;
    const stop = (why: unknown) => {
      failure ??= why;
      endGroup(child);
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
        return stop(new SandboxFailure('output', `${program} wrote more than it may and was stopped.`));
      }
      wanted.onOutput?.(chunk);
      output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-keptErrorBytes);
    });
    child.on('error', (error) => stop(new SandboxFailure('start', `${program} can’t be started: ${error.message}`)));
    child.on('exit', () => {
      if (failure) endLeftovers(mark);
    });
    child.on('close', (code, killedBy) => {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      if (failure) return reject(failure);
      const stopped = stoppedBy(program, { code, signal: killedBy, stderr: stderr.toString('utf8') });
      if (stopped) return reject(stopped);
      resolve({ exitCode: code ?? -1, stdout: Buffer.concat(output), stderr: stderr.toString('utf8') });
    });
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
