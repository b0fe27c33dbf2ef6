import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCountingServer } from '../../testing/counting-server.ts';
import { eventually } from '../../testing/eventually.ts';
import { confinementHere } from './confinement.ts';
import { endAbandonedPrograms, endLeftovers, markName, newMark } from './end-leftovers.ts';
import type { SandboxedProgram } from './port.ts';
import { runSandboxed } from './run-sandboxed.ts';
import { wrapCommand } from './wrap-command.ts';

vi.setConfig({ testTimeout: 30_000 });

const limits = { wallMs: 10_000, cpuSeconds: 10, memoryBytes: 2 ** 29, outputBytes: 100_000, fileBytes: 1_000_000 };
let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-sandbox-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function shell(script: string, change: Partial<SandboxedProgram> = {}) {
  const { signal } = new AbortController();
  return runSandboxed({ program: 'sh', args: ['-c', script], readable: [], limits, signal, ...change });
}

function runningWith(mark: string): string {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark) && !line.startsWith('ps '))
    .join('\n');
}

describe('a program in the sandbox', () => {
  test('is shut in as far as can be on a machine that has bubblewrap', async () => {
    expect(await confinementHere()).toBe('bubblewrap');
  });

  test('reads what it was given, and prints what it found', async () => {
    const file = path.join(root, 'given.txt');
    await writeFile(file, 'hello 中文', { mode: 0o600 });
    const result = await shell(`cat '${file}'`, { readable: [file] });
    expect(result).toEqual({ exitCode: 0, stdout: Buffer.from('hello 中文'), stderr: '' });
  });

  test('sees neither other files nor the secrets of the process that runs it', async () => {
    const secret = path.join(root, 'secret.txt');
    await writeFile(secret, 'marker-4711');
    vi.stubEnv('SECRET_OF_OURS', 'marker-4711');
    const result = await shell(`cat '${secret}'; cat /etc/passwd; env; cat /proc/1/environ; ls /home /root`);
    vi.unstubAllEnvs();
    expect(result.stdout.toString()).not.toContain('marker-4711');
    expect(result.stdout.toString()).not.toContain('root:');
    expect(result.exitCode).not.toBe(0);
  });

  test('can’t reach the network, not even this machine', async () => {
    const server = await startCountingServer();
    const { port } = server;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3`;
    const { signal } = new AbortController();
    const result = await runSandboxed({ program: 'bash', args: ['-c', script], readable: [], limits, signal });
    server.close();
    expect(result.exitCode).not.toBe(0);
    expect(server.requests()).toBe(0);
  });

  test('writes to its own folder only, and no file larger than it may', async () => {
    await shell('echo fine > out.txt; echo bad > ../bad.txt; echo bad > /usr/bad.txt; true', { folder: root });
    expect(await readdir(root)).toEqual(['out.txt']);
    expect(await readFile(path.join(root, 'out.txt'), 'utf8')).toBe('fine\n');
    await shell('head -c 5000000 /dev/zero > large; true', { folder: root }).catch(() => undefined);
    expect((await readFile(path.join(root, 'large'))).length).toBeLessThanOrEqual(1_000_000);
  });

  test('is stopped after its time, with everything it started', async () => {
    const mark = '98761.25';
    const wanted = shell(`sleep ${mark} & sleep ${mark}`, { limits: { ...limits, wallMs: 500 } });
    await expect(wanted).rejects.toMatchObject({ kind: 'time', message: expect.stringContaining('took longer') });
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''), 5_000);
  });

  test('is stopped when its job is given up, with everything it started', async () => {
    const mark = '98762.25';
    const abort = new AbortController();
    const wanted = shell(`sleep ${mark} & sleep ${mark}`, { signal: abort.signal });
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).not.toBe(''), 5_000);
    abort.abort(new Error('given up'));
    await expect(wanted).rejects.toThrow('given up');
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''), 5_000);
  });

  test('ends with the worker, even if that is killed', async () => {
    const mark = '98763.25';
    const worker = path.join(import.meta.dirname, '../../testing/fixtures/sandbox-parent.ts');
    const parent = spawn(process.execPath, [worker, mark], { stdio: 'ignore' });
    // Not before the program itself runs: bubblewrap does not see the end of its parent while it begins.
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toMatch(/^sleep/m), 10_000);
    parent.kill('SIGKILL');
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''), 5_000);
  });

  test('is found again by its mark, when its worker is gone and when its run is over', async () => {
    const program = (mark: string) =>
      spawn('sleep', ['98764.25'], { env: { ...process.env, [markName]: mark }, stdio: 'ignore' });
    const abandoned = program(`${process.pid}-1-1`);
    const [mine, other] = [newMark(), newMark()].map((mark) => ({ mark, child: program(mark) }));
    await eventually(async () => expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(3), 5_000);
    endAbandonedPrograms();
    await once(abandoned, 'exit');
    expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(2);
    endLeftovers(mine?.mark ?? '');
    if (mine?.child.exitCode === null && mine.child.signalCode === null) await once(mine.child, 'exit');
    expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(1);
    other?.child.kill('SIGKILL');
  });

  test('is stopped when it prints without end', async () => {
    await expect(shell('yes')).rejects.toMatchObject({ kind: 'output' });
  });

  test('gets no more memory than it may', async () => {
    const script = 'x=$(head -c 400000000 /dev/zero | tr "\\0" x); printf %s "$x" | wc -c';
    const wanted = shell(script, { limits: { ...limits, memoryBytes: 50_000_000 } });
    const result = await wanted.catch((error: unknown) => error);
    expect(result).not.toMatchObject({ exitCode: 0 });
  });

  test('gets no more processor time than it may', async () => {
    const wanted = shell('while :; do :; done', { limits: { ...limits, cpuSeconds: 1 } });
    await expect(wanted).rejects.toMatchObject({ kind: 'time' });
  });

  test.each([
    ['SEGV', 'crashed'],
    ['ABRT', 'crashed'],
    ['KILL', 'memory'],
  ])('that ends by SIG%s is told as %s', async (name, kind) => {
    await expect(shell(`kill -s ${name} $$`)).rejects.toMatchObject({ kind });
  });

  test('that breaks down for want of memory is told so', async () => {
    const wanted = shell("echo 'std::bad_alloc' >&2; kill -s ABRT $$");
    await expect(wanted).rejects.toMatchObject({ kind: 'memory' });
  });

  test('that writes a larger file than it may is stopped', async () => {
    const wanted = shell('head -c 3000000 /dev/zero > large; exit $?', { limits: { ...limits, fileBytes: 1_000_000 } });
    await expect(wanted).rejects.toMatchObject({ kind: 'output' });
  });

  test('that is not there is told so', async () => {
    const { signal } = new AbortController();
    const result = await runSandboxed({ program: 'no-such-program', args: [], readable: [], limits, signal });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain('no-such-program');
  });
});

test.each(['namespaces', 'limits'] as const)('without bubblewrap, %s still bound it', (level) => {
  const { command, args } = wrapCommand(level, { program: 'true', args: [], readable: [], limits });
  expect(args.join(' ')).toContain(level === 'namespaces' ? '--net --pid --fork --kill-child' : '--pdeathsig KILL');
  expect(args.join(' ')).toContain('--cpu=10:15');
  expect(execFileSync(command, args).toString()).toBe('');
});
