import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { SandboxedProgram, SandboxLevel, WithoutSandbox } from './port.ts';
import { type Processor, systemCallFilter } from './system-call-filter.ts';

type Wrapped = { command: string; args: string[]; environment: Record<string, string>; folder: string };
type Files = { readable: readonly string[]; writable: readonly string[] };
type Launch = Pick<SandboxedProgram, 'program' | 'args' | 'readable' | 'folder' | 'limits' | 'environment'>;

/**
 * Whom root becomes. Not 65534: the embedded PostgreSQL runs as that account where user namespaces are refused, and
 * programs of one account may signal each other.
 */
export const engineAccount = 65_533;
/** Threads count as well: LibreOffice has some thirty, an encoder a dozen for each processor. */
const mostTasks = 512;

const launcher = path.join(import.meta.dirname, 'launch.pl');
const programPlaces = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];
/** Of /etc, only what programs need to find libraries and fonts. */
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/fonts',
  '/etc/alternatives',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
  '/var/spool/libreoffice',
];
/** About the machine and the program itself, not about other processes. */
const processFiles = ['self', 'cpuinfo', 'meminfo', 'stat', 'filesystems', 'sys/vm/overcommit_memory'].map(
  (name) => `/proc/${name}`,
);
const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`);

export const isRoot = process.getuid?.() === 0;

/** The command that runs a program confined at this level. `temp` is a folder for this run alone. */
export function wrapCommand(level: SandboxLevel, wanted: Launch, temp: string): Wrapped {
  const environment = {
    // OpenSSL takes a configuration it may not read for a failure, and one that is empty for none.
    ...{ PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: temp, TMPDIR: temp, OPENSSL_CONF: '/dev/null' },
    ...wanted.environment,
  };
  const folder = wanted.folder ?? temp;
  const files = { readable: wanted.readable.map((file) => path.resolve(file)), writable: [...new Set([temp, folder])] };
  const launch = launchArguments(level, wanted, files);
  if (level !== 'bubblewrap') return { command: 'perl', args: launch, environment, folder };
  const names = Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]);
  const args = [...bubble(files), '--chdir', folder, '--clearenv', ...names, '--', 'perl', ...launch];
  return { command: 'bwrap', args, environment, folder };
}

function launchArguments(level: SandboxLevel, wanted: Launch, { readable, writable }: Files): string[] {
  const { limits, program } = wanted;
  const isOwnView = level === 'bubblewrap';
  const landlock = { bubblewrap: 'optional', landlock: 'required', none: 'off' }[level];
  const processor: Processor = process.arch === 'x64' ? 'x64' : 'arm64';
  const each = (key: string, files: readonly string[]) => files.flatMap((file) => [key, file]);
  return [
    launcher,
    ...['arch', process.arch, 'landlock', landlock, 'filter', systemCallFilter(processor, isOwnView)],
    // In namespaces of its own it can't see who started it, and ends with them anyway.
    ...(isOwnView ? [] : ['parent', String(process.pid)]),
    ...(isRoot ? ['uid', String(engineAccount)] : []),
    ...['cpu', String(limits.cpuSeconds), 'file', String(limits.fileBytes), 'tasks', String(mostTasks)],
    // What it may fill, not what it may reserve: V8 reserves far more than it ever uses.
    ...['data', String(limits.memoryBytes)],
    ...each('run', [...programPlaces, ...(path.isAbsolute(program) ? [program] : [])]),
    ...each('read', [...systemFiles, ...(isOwnView ? ['/proc'] : processFiles), ...readable]),
    ...each('device', devices),
    ...each('write', writable),
    ...['--', program, ...wanted.args],
  ];
}

function bubble({ readable, writable }: Files): string[] {
  return [
    ...(isRoot ? asRoot : asUser),
    '--die-with-parent',
    '--new-session',
    ...['--ro-bind', '/usr', '/usr', ...systemLinks()],
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    // Made on its own, bubblewrap would close them to everybody but root.
    ...foldersAbove([...systemFiles, launcher, ...readable, ...writable]).flatMap((folder) => ['--dir', folder]),
    ...systemFiles.flatMap((file) => ['--ro-bind-try', file, file]),
    ...[launcher, ...readable].flatMap((file) => ['--ro-bind', file, file]),
    ...writable.flatMap((folder) => ['--bind', folder, folder]),
  ];
}

function foldersAbove(files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    for (let above = path.dirname(file); above !== '/' && !found.has(above); above = path.dirname(above))
      found.add(above);
  }
  return [...found].filter((folder) => !/^\/(?:usr|proc|dev)(?:\/|$)/.test(folder)).sort();
}

const asUser = ['--unshare-all', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'];
/** Without a user namespace, in which root would stay root outside and might start any number of processes. */
const asRoot = [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try', '--cap-drop', 'ALL'],
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', 'CAP_DAC_READ_SEARCH', 'CAP_KILL'].flatMap((name) => [
    '--cap-add',
    name,
  ]),
];

/** /bin, /lib and the like are links into /usr on any system of today; where they are not, they are shown as they are. */
function systemLinks(): string[] {
  return programPlaces
    .slice(1)
    .filter((place) => existsSync(place))
    .flatMap((place) =>
      lstatSync(place).isSymbolicLink() ? ['--symlink', readlinkSync(place), place] : ['--ro-bind', place, place],
    );
}

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
