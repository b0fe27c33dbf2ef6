import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { Confinement, SandboxedProgram } from './port.ts';

type Wrapped = { command: string; args: string[] };
type Wanted = Pick<SandboxedProgram, 'program' | 'args' | 'readable' | 'folder' | 'limits' | 'environment'>;

const nobody = '65534';
/** Of /etc, only what programs need to find libraries and fonts. */
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/fonts',
  '/etc/alternatives',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
];

/** The command that runs a program under limits, at low priority, shut in as far as this machine can. */
export function wrapCommand(level: Confinement, wanted: Wanted): Wrapped {
  const { limits } = wanted;
  const bounds = [
    'prlimit',
    // The first is told by a signal of its own; whoever does not heed that is killed soon after.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 5}`,
    // What it may fill, not what it may reserve: V8 reserves far more than it ever uses.
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.fileBytes}`,
    '--core=0',
    '--',
  ];
  return {
    command: 'nice',
    args: ['-n', '10', ...bounds, ...shutIn(level, wanted), wanted.program, ...wanted.args],
  };
}

function shutIn(level: Confinement, wanted: Wanted): string[] {
  if (level === 'bubblewrap') return ['bwrap', ...bubble(wanted), '--'];
  if (level === 'limits') return ['setpriv', '--pdeathsig', 'KILL', '--'];
  const mapped = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return ['unshare', ...mapped, '--net', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--'];
}

function bubble({ readable, folder, environment }: Wanted): string[] {
  const folders = folder ? ['--bind', folder, folder, '--chdir', folder] : ['--chdir', '/tmp'];
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    ...['--uid', nobody, '--gid', nobody, '--cap-drop', 'ALL'],
    ...['--ro-bind', '/usr', '/usr', ...systemLinks()],
    ...systemFiles.flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...readable.flatMap((file) => ['--ro-bind', path.resolve(file), path.resolve(file)]),
    ...folders,
    '--clearenv',
    ...Object.entries({ ...baseEnvironment, ...environment }).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

export const baseEnvironment = { PATH: '/usr/bin:/bin', HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' };

/** /bin, /lib and the like are links into /usr on any system of today; where they are not, they are shown as they are. */
function systemLinks(): string[] {
  return ['/bin', '/sbin', '/lib', '/lib64']
    .filter((place) => existsSync(place))
    .flatMap((place) =>
      lstatSync(place).isSymbolicLink() ? ['--symlink', readlinkSync(place), place] : ['--ro-bind', place, place],
    );
}
