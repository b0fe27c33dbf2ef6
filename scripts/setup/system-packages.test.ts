import { expect, test, vi } from 'vitest';
import { ensureSystemPackages, systemPackages } from './ensure-system-packages.mjs';

type Machine = {
  commands?: string[];
  debian?: string[];
  apt?: boolean;
  sudo?: boolean;
  isRoot?: boolean;
  offline?: boolean;
};

const everyCommand = systemPackages().flatMap((wanted) => wanted.commands ?? []);
const everyPackage = systemPackages().flatMap((wanted) => wanted.packages?.slice(0, 1) ?? []);

/** A fake machine on which apt-get install adds the requested packages. */
function machine({ commands = [], debian = [], apt = true, sudo = false, isRoot = false, offline = false }: Machine) {
  const installed = new Set(debian);
  const available = new Set([...commands, ...(apt ? ['apt-get', 'dpkg-query'] : [])]);
  const ran: string[] = [];
  let failure: string | undefined;
  const around = {
    isRoot,
    say: vi.fn(),
    hasCommand: (name: string) => available.has(name),
    run: async (program: string, args: string[]) => {
      const line = [program, ...args].join(' ');
      if (program === 'dpkg-query')
        return { code: 0, output: [...installed].map((name) => `${name} installed\n`).join('') };
      if (line === 'sudo -n true') return { code: sudo ? 0 : 1, output: '' };
      ran.push(line);
      if (offline) return { code: 100, output: 'Could not resolve the archive' };
      if (line.includes(' install ')) for (const wanted of systemPackages()) install(wanted, args);
      return { code: 0, output: '' };
    },
    lastFailure: {
      read: () => failure,
      write: (value: string) => {
        failure = value;
      },
    },
  };
  function install(wanted: ReturnType<typeof systemPackages>[number], args: string[]) {
    if (!args.includes(wanted.package)) return;
    installed.add(wanted.package);
    for (const command of wanted.commands ?? []) available.add(command);
  }
  return { around, ran };
}

test('a machine that has everything installs nothing', async () => {
  const { around, ran } = machine({ commands: everyCommand, debian: everyPackage, isRoot: true });
  expect(await ensureSystemPackages('test', around)).toBeUndefined();
  expect(ran).toEqual([]);
});

test('root installs only what is missing', async () => {
  const rest = everyCommand.filter((name) => name !== 'bwrap');
  const { around, ran } = machine({ commands: rest, debian: everyPackage, isRoot: true });
  expect(await ensureSystemPackages('start', around)).toBeUndefined();
  expect(ran).toEqual([
    'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 update',
    'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends bubblewrap',
  ]);
});

test('with passwordless sudo an ordinary user installs too', async () => {
  const { around, ran } = machine({ sudo: true });
  expect(await ensureSystemPackages('test', around)).toBeUndefined();
  expect(ran[1]).toMatch(
    /^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get .* install .* ffmpeg .* chromium-headless-shell .*swift-object$/,
  );
});

test('without rights it prints the one command to run, with the reason for each package', async () => {
  const { around, ran } = machine({ commands: everyCommand.filter((name) => name !== 'ffmpeg'), debian: everyPackage });
  const missing = await ensureSystemPackages('start', around);
  expect(missing).toContain('sudo apt-get update && sudo apt-get install -y --no-install-recommends ffmpeg');
  expect(missing).toContain('video and audio');
  expect(ran).toEqual([]);
});

test('the browser is needed for tests, not for a start', async () => {
  const given = { commands: everyCommand.filter((name) => !name.startsWith('chromium')), debian: everyPackage };
  expect(await ensureSystemPackages('start', machine(given).around)).toBeUndefined();
  expect(await ensureSystemPackages('test', machine(given).around)).toContain('chromium-headless-shell');
});

test('a whole browser serves where the small one can’t be installed', async () => {
  const rest = [...everyCommand.filter((name) => !name.startsWith('chromium')), 'chromium'];
  const given = { commands: rest, debian: everyPackage };
  expect(await ensureSystemPackages('test', machine(given).around)).toBeUndefined();
  expect(await ensureSystemPackages('test', machine({ ...given, isRoot: true, offline: true }).around)).toBeUndefined();
  const { around, ran } = machine({ ...given, isRoot: true });
  expect(await ensureSystemPackages('test', around)).toBeUndefined();
  expect(ran[1]).toMatch(/ install .* chromium-headless-shell$/);
});

test('LibreOffice with its windows is as good as the one without', async () => {
  const withWindows = everyPackage.map((name) => name.replace('-nogui', ''));
  const { around } = machine({ commands: everyCommand, debian: withWindows });
  expect(await ensureSystemPackages('test', around)).toBeUndefined();
});

test('on a system without apt it lists the programs and doesn’t guess commands', async () => {
  const missing = await ensureSystemPackages('start', machine({ apt: false, isRoot: true }).around);
  expect(missing).toContain('ffmpeg');
  expect(missing).not.toContain('apt-get');
});

test('a failed installation is reported, and later starts don’t wait for it', async () => {
  const { around, ran } = machine({ isRoot: true, offline: true });
  expect(await ensureSystemPackages('start', around)).toContain('Could not resolve the archive');
  expect(ran).toHaveLength(2);
  expect(await ensureSystemPackages('start', around)).toContain('apt-get install');
  expect(ran).toHaveLength(2);
  await ensureSystemPackages('test', around);
  expect(ran).toHaveLength(4);
});
