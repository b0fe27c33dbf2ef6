import { spawn } from 'node:child_process';
import { type RunSandboxed, SandboxFailure } from '../server/engines/sandbox/port.ts';

/** Runs a program with the same arguments and the engines' priority, but without sandbox or limits. */
export const runBare: RunSandboxed = ({ program, args, folder, environment, onOutput }) =>
  new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', program, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...environment },
      ...(folder && { cwd: folder }),
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      onOutput?.(chunk);
      output.push(chunk);
    });
    child.on('error', (error) => reject(new SandboxFailure('start', error.message)));
    child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout: Buffer.concat(output), stderr: '' }));
  });
