import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { startCountingServer } from '../../testing/counting-server.ts';
import { eventually } from '../../testing/eventually.ts';
import { runningCommands } from '../../testing/running-commands.ts';
import type { SandboxedProgram } from './port.ts';
import { createSandbox, endAbandonedPrograms, endLeftovers, markName, newMark, noSandbox } from './run-sandboxed.ts';
import { sandboxLevelHere, tryLevel } from './sandbox-level.ts';
import { systemCallFilter } from './system-call-filter.ts';

vi.setConfig({ testTimeout: 30_000 });

const limits = { wallMs: 10_000, cpuSeconds: 10, memoryBytes: 2 ** 29, outputBytes: 100_000, fileBytes: 1_000_000 };
const echo: SandboxedProgram = {
  program: 'sh',
  args: ['-c', 'echo ran > ran.txt'],
  readable: [],
  limits,
  signal: new AbortController().signal,
};
let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-sandbox-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const problems = { bubblewrap: await tryLevel('bubblewrap'), landlock: await tryLevel('landlock') };
const levels = (['bubblewrap', 'landlock'] as const).filter((level) => problems[level] === null);
const isRoot = process.getuid?.() === 0;

const worker = path.join(import.meta.dirname, '../../testing/fixtures/sandbox-parent.ts');
const echoIdentity = `[ "$(id -u)" = ${process.getuid?.()} ] && echo same account || echo other account; kill -0 "$1" 2>&- || echo no signal`;

const runningWith = (mark: string): string => runningCommands(mark).join('\n');

describe('the sandbox level', () => {
  test('is the best available on this machine, and one that doesn’t work runs nothing', async () => {
    process.stdout.write(`sandbox levels here: ${JSON.stringify(problems)}\n`);
    expect(await sandboxLevelHere()).toBe(levels[0] ?? 'none');
    for (const level of ['bubblewrap', 'landlock'] as const) {
      if (problems[level] === null) continue;
      const run = createSandbox({ withoutSandbox: () => 'run', level })({ ...echo, folder: root });
      const result = await run.catch((error: unknown) => error);
      expect(result).not.toMatchObject({ exitCode: 0 });
      expect(await readdir(root)).toEqual([]);
    }
  });

  test('none refuses to run anything and says why and what to do', async () => {
    const wanted = createSandbox({ withoutSandbox: () => 'refuse', level: 'none' })({ ...echo, folder: root });
    await expect(wanted).rejects.toMatchObject({ kind: 'unsafe', message: noSandbox });
    expect(await readdir(root)).toEqual([]);
  });

  test('none, if the operator accepts it, still blocks the network and sets limits', async () => {
    const run = createSandbox({ withoutSandbox: () => 'run', level: 'none' });
    const script = 'echo ran; ulimit -c; echo > /dev/tcp/127.0.0.1/9 || echo no network';
    const result = await run({ ...echo, program: 'bash', args: ['-c', script] });
    expect(result).toMatchObject({ exitCode: 0, stdout: Buffer.from('ran\n0\nno network\n') });
  });
});

test('has a filter that the kernel accepts, on both processors', () => {
  for (const processor of ['x64', 'arm64'] as const) {
    const bytes = Buffer.from(systemCallFilter(processor, false), 'hex');
    expect(bytes.length % 8).toBe(0);
    expect(bytes.length / 8).toBeLessThan(4_096);
    for (let at = 0; at < bytes.length; at += 8) {
      const furthest = at / 8 + 1 + Math.max(bytes.readUInt8(at + 2), bytes.readUInt8(at + 3));
      expect(furthest).toBeLessThanOrEqual(bytes.length / 8);
    }
  }
});

describe.each(levels)('at the level of %s, a program', (level) => {
  const run = createSandbox({ withoutSandbox: () => 'refuse', level });
  const shell = (script: string, change: Partial<SandboxedProgram> = {}) =>
    run({ ...echo, args: ['-c', script], ...change });

  test('reads its input and prints its result', async () => {
    const file = path.join(root, 'given.txt');
    await writeFile(file, 'hello 中文', { mode: 0o600 });
    const result = await shell(`cat '${file}'`, { readable: [file] });
    expect(result).toEqual({ exitCode: 0, stdout: Buffer.from('hello 中文'), stderr: '' });
  });

  test('sees neither other files nor the secrets of its parent process', async () => {
    const secret = path.join(root, 'secret.txt');
    await writeFile(secret, 'marker-4711');
    vi.stubEnv('SECRET_OF_OURS', 'marker-4711');
    const places = [
      '/etc/passwd',
      '/etc/shadow',
      '/proc/1/environ',
      `/proc/${process.pid}/environ`,
      '/var/log/dpkg.log',
    ];
    const own = path.join(import.meta.dirname, '../../../package.json');
    const script = [
      'env',
      ...[secret, own, ...places].map((file) => `cat '${file}' && echo read`),
      'ls /home /root /tmp',
    ];
    const result = await shell(script.join('\n'));
    vi.unstubAllEnvs();
    const printed = result.stdout.toString();
    expect(printed).not.toMatch(/marker-4711|^read$/m);
    expect(printed).not.toContain(path.basename(root));
    expect(result.exitCode).not.toBe(0);
  });

  test('can’t reach the database, not even through its socket', async () => {
    const socket = path.join(inject('postgresAccess').socketDirectory, '.s.PGSQL.5432');
    const script = `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
      print connect($s, pack_sockaddr_un($ARGV[0])) ? 'connected' : "refused: $!";`;
    const result = await shell('', { program: 'perl', args: ['-e', script, socket] });
    expect(result.stdout.toString()).toMatch(/^refused: (?:Operation not permitted|No such file or directory)$/);
  });

  test('can’t send to sockets, enter namespaces, trace or load anything', async () => {
    const numbers = { x64: { ptrace: 101, bpf: 321, keyctl: 250 }, arm64: { ptrace: 117, bpf: 280, keyctl: 219 } };
    const calls = Object.entries(numbers[process.arch === 'x64' ? 'x64' : 'arm64']);
    const tries = [
      ...calls.map(([name, number]) => `print "${name} ", syscall(${number}, 0, 0, 0, 0) < 0 ? $!+0 : 'done', "\\n";`),
      'use Socket; print "datagram ", socketpair(my $a, my $b, AF_UNIX, SOCK_DGRAM, 0) ? "done" : $!+0, "\\n";',
      'print "stream ", socketpair(my $c, my $d, AF_UNIX, SOCK_STREAM, 0) ? "done" : $!+0, "\\n";',
    ];
    const result = await shell(`unshare --user true || echo namespace refused; perl -e '${tries.join(' ')}'`);
    const lines = ['namespace refused', 'ptrace 1', 'bpf 1', 'keyctl 1', 'datagram 13', 'stream done'];
    expect(result.stdout.toString().trim().split('\n')).toEqual(lines);
  });

  test('has an account that owns nothing and can’t gain rights', async () => {
    const result = await shell('', { args: ['-c', echoIdentity, 'sh', String(process.pid)] });
    expect(result.stdout.toString()).toBe(
      `${isRoot || level === 'bubblewrap' ? 'other' : 'same'} account\nno signal\n`,
    );
  });

  test('can’t reach the network, not even this machine', async () => {
    const server = await startCountingServer();
    const { port } = server;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3`;
    const result = await shell(script, { program: 'bash' });
    server.close();
    expect(result.exitCode).not.toBe(0);
    expect(server.requests()).toBe(0);
  });

  test('writes only to its own folder, and no file above the limit', async () => {
    await shell('echo fine > out.txt; echo bad > ../bad.txt; echo bad > /usr/bad.txt; true', { folder: root });
    expect(await readdir(root)).toEqual(['out.txt']);
    expect(await readFile(path.join(root, 'out.txt'), 'utf8')).toBe('fine\n');
    await shell('head -c 5000000 /dev/zero > large; true', { folder: root }).catch(() => undefined);
    expect((await readFile(path.join(root, 'large'))).length).toBeLessThanOrEqual(1_000_000);
  });

  test('leaves no links in its folder that the worker would follow', async () => {
    await shell('ln -s /etc/passwd link; mkfifo pipe; ln /etc/passwd hard; touch fine', { folder: root });
    expect(await readdir(root)).toEqual(['fine']);
  });

  test('can’t change content or permissions of its input', async () => {
    const file = path.join(root, 'given.txt');
    await writeFile(file, 'as it was', { mode: 0o640 });
    const truncate = `perl -e 'use Fcntl; sysopen(my $f, $ARGV[0], O_RDONLY | O_TRUNC)' '${file}'`;
    await shell(`chmod 777 '${file}'; ${truncate}; echo other > '${file}'; rm -f '${file}'`, { readable: [file] });
    expect(await readFile(file, 'utf8')).toBe('as it was');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  test('starts no more processes than allowed', async () => {
    const script = 'for (1 .. 2000) { my $child = fork // do { print $_; exit }; next if $child; sleep 60; exit }';
    const result = await shell('', { program: 'perl', args: ['-e', script] });
    expect(Number(result.stdout)).toBeGreaterThan(100);
    expect(Number(result.stdout)).toBeLessThanOrEqual(513);
  });

  test('is killed with its children after its time limit', async () => {
    const mark = `98761.${level.length}`;
    const wanted = shell(`setsid sleep ${mark} & env -i sleep ${mark} & sleep ${mark}`, {
      limits: { ...limits, wallMs: 1_500 },
    });
    await expect(wanted).rejects.toMatchObject({ kind: 'time', message: expect.stringContaining('took longer') });
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''));
  });

  test('is killed with its children when its job is cancelled', async () => {
    const mark = `98762.${level.length}`;
    const abort = new AbortController();
    const wanted = shell(`sleep ${mark} & sleep ${mark}`, { signal: abort.signal });
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).not.toBe(''));
    abort.abort(new Error('given up'));
    await expect(wanted).rejects.toThrow('given up');
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''));
  });

  test('ends with the worker, even if that is killed', async () => {
    const mark = `98763.${level.length}`;
    const parent = spawn(process.execPath, [worker, level, `sleep ${mark} & sleep ${mark}`], { stdio: 'ignore' });
    // Wait for the program itself: while bubblewrap is starting, it doesn't notice that its parent has died.
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toMatch(/^sleep/m));
    parent.kill('SIGKILL');
    await eventually(async () => expect(runningWith(`sleep ${mark}`)).toBe(''));
  });

  test('is killed when it prints endlessly', async () => {
    await expect(shell('yes')).rejects.toMatchObject({ kind: 'output' });
  });

  test('gets no more memory than allowed', async () => {
    const script = 'x=$(head -c 400000000 /dev/zero | tr "\\0" x); printf %s "$x" | wc -c';
    const wanted = shell(script, { limits: { ...limits, memoryBytes: 50_000_000 } });
    const result = await wanted.catch((error: unknown) => error);
    expect(result).not.toMatchObject({ exitCode: 0 });
  });

  test('gets no more processor time than allowed', async () => {
    const wanted = shell('while :; do :; done', { limits: { ...limits, cpuSeconds: 1 } });
    await expect(wanted).rejects.toMatchObject({ kind: 'time' });
  });

  test.each([
    ['SEGV', 'crashed'],
    ['ABRT', 'crashed'],
    ['KILL', 'memory'],
  ])('that ends by SIG%s is reported as %s', async (name, kind) => {
    await expect(shell(`kill -s ${name} $$`)).rejects.toMatchObject({ kind });
  });

  test('that runs out of memory is reported as such', async () => {
    const wanted = shell("echo 'std::bad_alloc' >&2; kill -s ABRT $$");
    await expect(wanted).rejects.toMatchObject({ kind: 'memory' });
  });

  test('that writes a file above the limit is killed', async () => {
    const wanted = shell('head -c 3000000 /dev/zero > large; exit $?', { limits: { ...limits, fileBytes: 1_000_000 } });
    await expect(wanted).rejects.toMatchObject({ kind: 'output' });
  });

  test('that is missing is reported as such', async () => {
    const result = await shell('', { program: 'no-such-program' });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain('no-such-program');
  });
});

describe('an orphaned program', () => {
  test('is found by its mark, both when its worker is gone and when its run is over', async () => {
    const program = (mark: string) =>
      spawn('sleep', ['98764.25'], { env: { ...process.env, [markName]: mark }, stdio: 'ignore' });
    const abandoned = program(`${process.pid}-1-1`);
    const [mine, other] = [newMark(), newMark()].map((mark) => ({ mark, child: program(mark) }));
    await eventually(async () => expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(3));
    endAbandonedPrograms();
    await once(abandoned, 'exit');
    expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(2);
    endLeftovers(mine?.mark ?? '');
    if (mine?.child.exitCode === null && mine.child.signalCode === null) await once(mine.child, 'exit');
    expect(runningWith('sleep 98764.25').split('\n')).toHaveLength(1);
    other?.child.kill('SIGKILL');
  });
});

// Only root can switch to another account.
test.runIf(isRoot && problems.landlock === null)(
  'as an ordinary user, Landlock alone protects the user’s other files',
  async () => {
    const [own, folder] = [path.join(root, 'own.txt'), path.join(root, 'folder')];
    await writeFile(own, 'marker-4711');
    await mkdir(folder);
    for (const place of [root, own, folder]) await chown(place, 1_234, 1_234);
    const script = `id -u; cat '${own}'; echo no > '${own}'; rm -f '${own}'; chmod 777 '${own}'; echo fine > out.txt; cat out.txt`;
    const become = ['--reuid=1234', '--regid=1234', '--clear-groups', '--inh-caps=-all,+dac_override'];
    const { stdout } = await promisify(execFile)('setpriv', [
      ...[...become, '--ambient-caps=-all,+dac_override', '--'],
      ...[process.execPath, worker, 'landlock', script, folder],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ stdout: '1234\nfine\n' });
    expect(await readFile(own, 'utf8')).toBe('marker-4711');
    expect((await stat(own)).mode & 0o777).toBe(0o644);
  },
);
