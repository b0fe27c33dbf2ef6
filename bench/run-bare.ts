import { spawn } from 'node:child_process';
import { type RunSandboxed, SandboxFailure } from '../server/engines/sandbox/port.ts';

/** A program as anybody would start it: with the same arguments, at the priority that engines have, and without sandbox and limits. */
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
