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
 * The account root switches to. Not 65534, because the embedded PostgreSQL runs as that account where user namespaces
 * are refused, and programs of one account can signal each other.
 */
export const engineAccount = 65_533;
/** Includes threads: LibreOffice has about thirty, an encoder a dozen per processor. */
const mostTasks = 512;

const launcher = path.join(import.meta.dirname, 'launch.pl');
const programPlaces = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];
/** Only the system files needed to find libraries and fonts. */
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/fonts',
  '/etc/alternatives',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
  '/var/spool/libreoffice',
];
/** Information about the machine and the program itself, not about other processes. */
const processFiles = ['self', 'cpuinfo', 'meminfo', 'stat', 'filesystems', 'sys/vm/overcommit_memory'].map(
  (name) => `/proc/${name}`,
);
const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`);

export const isRoot = process.getuid?.() === 0;

/** The command that runs a program confined at this level. `temp` is a folder used only by this run. */
export function wrapCommand(level: SandboxLevel, wanted: Launch, temp: string): Wrapped {
  const environment = {
    // OpenSSL fails if its configuration is unreadable, but accepts an empty one.
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
    // Inside its own PID namespace it can't see its parent, and bubblewrap ends it with the parent anyway.
    ...(isOwnView ? [] : ['parent', String(process.pid)]),
    ...(isRoot ? ['uid', String(engineAccount)] : []),
    ...['cpu', String(limits.cpuSeconds), 'file', String(limits.fileBytes), 'tasks', String(mostTasks)],
    // Limits used memory instead of reserved address space, because V8 reserves far more than it uses.
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
    // Folders bubblewrap creates implicitly would be accessible to root only.
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
/** No user namespace, because in one root would remain root outside and could start any number of processes. */
const asRoot = [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try', '--cap-drop', 'ALL'],
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', 'CAP_DAC_READ_SEARCH', 'CAP_KILL'].flatMap((name) => [
    '--cap-add',
    name,
  ]),
];

/** On current systems /bin, /lib and others are links into /usr; elsewhere they are mounted as they are. */
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

/** The best level this machine supports, determined once by trying. */
export function sandboxLevelHere(): Promise<SandboxLevel> {
  known ??= findLevel();
  return known;
}

let decided: WithoutSandbox = 'refuse';

/** The operator's setting for machines without a sandbox; 'refuse' until it is known. */
export const withoutSandbox = (): WithoutSandbox => decided;

/**
 * Called when a process that runs engines starts: applies the operator's setting and logs its effect on this machine.
 */
export async function announceSandbox(decision: WithoutSandbox, logger: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  decided = decision;
  const level = await sandboxLevelHere();
  const said = `sandbox for engines: ${describeSandbox(level, decision)}`;
  if (level === 'none') logger.warn({ sandbox: level, reason: await tryLevel('landlock') }, said);
  else logger.info({ sandbox: level }, said);
}

/** Description for operators, shown at start and in the log. */
export function describeSandbox(level: SandboxLevel, decision: WithoutSandbox): string {
  if (level === 'bubblewrap') return 'Landlock in bubblewrap';
  if (level === 'landlock') return 'Landlock';
  return decision === 'run' ? 'none; engines run without it (LECTERN_WITHOUT_SANDBOX=run)' : 'none; engines are off';
}

async function findLevel(): Promise<SandboxLevel> {
  for (const level of ['bubblewrap', 'landlock'] as const) if ((await tryLevel(level)) === null) return level;
  return 'none';
}

/** Why the level doesn't work on this machine; null if it does. */
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
