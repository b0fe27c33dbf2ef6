import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  applicationDatabase,
  applicationRole,
  socketUrl,
} from '../../server/platform/embedded-postgres/database-url.ts';
import { adminPassword } from '../people.ts';
import { type Banner, readBanner } from './banner.ts';
import { familyOf, listProcesses, type ProcessEntry, stillRunning } from './processes.ts';

const root = path.join(import.meta.dirname, '../..');
const startPatienceMs = 180_000;
const stopPatienceMs = 40_000;

/** The built product as its users have it: one supervisor with its database, api and worker. */
export class Product {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly #supervisor: ChildProcess;
  readonly #output: string[];
  readonly #folders: string[];

  private constructor(supervisor: ChildProcess, output: string[], banner: Banner, dataDir: string) {
    this.#supervisor = supervisor;
    this.#output = output;
    this.origin = banner.address;
    this.dataDir = dataDir;
    const home = path.dirname(banner.cluster);
    this.databaseUrl = socketUrl({
      socketDirectory: path.join(home, 'socket'),
      secret: readFileSync(path.join(dataDir, 'postgres/secret'), 'utf8').trim(),
      database: applicationDatabase,
      role: applicationRole,
    });
    // If root can't use user namespaces, the database is outside the data directory.
    this.#folders = [dataDir, ...(home.startsWith(dataDir) ? [] : [home])];
  }

  static async start(settings: Record<string, string> = {}): Promise<Product> {
    if (!existsSync(path.join(root, 'web/dist/index.html'))) {
      throw new Error('The web is not built: run `npx vite build web` first, or `npm test`, which does.');
    }
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-e2e-'));
    const supervisor = spawn(nodePath(), [path.join(root, 'server/start.ts')], {
      cwd: root,
      env: { ...plainEnvironment(), ...settingsFor(dataDir), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output: string[] = [];
    for (const stream of [supervisor.stdout, supervisor.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => void output.push(text));
    }
    const banner = await untilReady(supervisor, output);
    return new Product(supervisor, output, banner, dataDir);
  }

  get output(): string {
    return this.#output.join('');
  }

  /** The current process of a part; undefined while it is down. */
  pidOf(part: 'api' | 'worker' | 'postgres'): number | undefined {
    const own = listProcesses().filter(({ parent }) => parent === this.#supervisor.pid);
    const isPart = (command: string) =>
      part === 'postgres' ? /\bpostgres\b.* -D /.test(command) : command.includes(`server/${part}.ts`);
    return own.find(({ command }) => isPart(command))?.pid;
  }

  /** Stops the product as a user would and throws if any process is left. */
  async stop(): Promise<void> {
    const { pid } = this.#supervisor;
    const family = pid === undefined ? [] : familyOf(pid);
    const exited = new Promise((resolve) => this.#supervisor.once('exit', resolve));
    if (this.#supervisor.exitCode === null && this.#supervisor.kill('SIGTERM')) {
      await Promise.race([exited, sleep(stopPatienceMs, undefined, { ref: false })]);
    }
    const left = await untilGone(family);
    for (const entry of left) process.kill(entry.pid, 'SIGKILL');
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(`Still running after the stop:\n${left.map(({ command }) => command).join('\n')}`);
    }
  }
}

/** Waits, because the product's watchdog notices its end with a delay. */
async function untilGone(family: readonly ProcessEntry[]): Promise<ProcessEntry[]> {
  for (let look = 0; look < 50 && stillRunning(family).length > 0; look += 1) await sleep(100);
  return stillRunning(family);
}

async function untilReady(supervisor: ChildProcess, output: readonly string[]): Promise<Banner> {
  const giveUpAt = Date.now() + startPatienceMs;
  for (;;) {
    const banner = readBanner(output.join(''));
    if (banner) return banner;
    if (supervisor.exitCode !== null || Date.now() > giveUpAt) {
      supervisor.kill('SIGTERM');
      throw new Error(`Lectern did not start:\n${output.join('')}`);
    }
    await sleep(50);
  }
}

export function nodePath(): string {
  const own = path.join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** The environment without variables of the test runner and of the person running the tests. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(LECTERN_|WECOM_|PW_|PLAYWRIGHT_|TEST_|E2E_|NODE_OPTIONS|FORCE_COLOR|DATABASE_URL|PUBLIC_ORIGIN|PG[A-Z]+$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function settingsFor(dataDir: string): Record<string, string> {
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_PASSWORD: adminPassword,
    LECTERN_LOG_LEVEL: 'warn',
    TIME_ZONE: 'Europe/Berlin',
    NO_COLOR: '1',
    // As under npm, the product ends with its parent, even if the test run is killed.
    npm_lifecycle_event: 'start',
  };
}
