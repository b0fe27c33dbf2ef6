import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { discardEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { conclude, median, table } from './report.ts';

/** CPU time of the whole product while nobody uses it, as a percentage of a core. Median of three rounds. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const limit = 1;
const rounds = 3;
/** The first maintenance runs and caches fill. */
const settleSeconds = values.quick ? 12 : 60;
const roundSeconds = values.quick ? 10 : 60;
const ticksPerSecond = 100;

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-idle-'));
const entry = path.join(import.meta.dirname, '..', 'server', 'start.ts');
const product = spawn(process.execPath, [entry], {
  env: { ...process.env, LECTERN_DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(product, 'exit');
const lines = createInterface({ input: product.stdout });
await Promise.race([
  new Promise<void>((resolve) => lines.on('line', (line) => line.includes('Lectern is ready') && resolve())),
  exited.then(() => Promise.reject(new Error('the product didn’t start'))),
]);

type Used = { name: string; parent: number; ticks: number };

/** The product's processes by pid; the time of children that have ended counts for their parent. */
function read(): Map<number, Used> {
  const all = new Map<number, Used>();
  for (const entry of readdirSync('/proc')) {
    const used = /^\d+$/.test(entry) ? statOf(entry) : undefined;
    if (used) all.set(Number(entry), used);
  }
  const isOurs = (pid: number): boolean => pid === product.pid || (pid > 1 && isOurs(all.get(pid)?.parent ?? 0));
  return new Map([...all].filter(([pid]) => isOurs(pid)));
}

function statOf(pid: string): Used | undefined {
  try {
    // Fields count from after the process name, which may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { name: nameOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')), parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

function nameOf(commandLine: string): string {
  const script = /server\/(\w+)\.ts/.exec(commandLine)?.[1];
  if (script) return script === 'start' ? 'supervisor' : script;
  return commandLine.includes('postgres') ? 'postgres' : 'other';
}

try {
  await sleep(settleSeconds * 1000);
  const measured = new Map<string, number[]>();
  const totals: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = read();
    const started = performance.now();
    await sleep(roundSeconds * 1000);
    const seconds = (performance.now() - started) / 1000;
    const percents = new Map<string, number>();
    for (const [pid, { name, ticks }] of read()) {
      const percent = ((ticks - (before.get(pid)?.ticks ?? 0)) / ticksPerSecond / seconds) * 100;
      percents.set(name, (percents.get(name) ?? 0) + percent);
    }
    for (const [name, percent] of percents) measured.set(name, [...(measured.get(name) ?? []), percent]);
    totals.push([...percents.values()].reduce((sum, percent) => sum + percent, 0));
  }
  const rows = [...measured].map(([name, percents]) => [name, median(percents).toFixed(2)]);
  console.log(`${table([['process', '% of a core'], ...rows])}\n`);
  conclude('bench:idle', median(totals), limit, (value, bar) => value <= bar);
} finally {
  product.kill('SIGTERM');
  await exited;
  await discardEmbeddedPostgres(dataDir);
}
