import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { accessRecordList } from '@lectern/contract/features/access-record.ts';
import type { RecordExport } from '@lectern/contract/features/record-export.ts';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { call, openSession, type ProductProcesses, password, startProcesses } from './product-processes.ts';
import { conclude, percentile, table } from './report.ts';
import { residentMb } from './resident-mb.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedStatistics } from './seed-statistics.ts';

/**
 * Exports a million access records and checks the row count against the list. Compares peak memory of the worker and
 * the api (separate processes) with an export of a hundredth of the rows, and list latency during the export with an
 * idle machine before and after. The figure is the worse of both formats' slowdown.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const records = values.quick ? 30_000 : 1_000_000;
const resources = values.quick ? 2_000 : 100_000;
const listMs = values.quick ? 2_000 : 10_000;
const [slowdownLimit, memoryLimit] = [2, 1.25];
const timeZone = 'UTC';
/** Barely more heap than the processes need, so that memory use shows what is really needed, or they crash. */
const heap = ['--max-old-space-size=128', '--max-semi-space-size=2'];
const columns = Object.keys(accessRecordList.columns);

type Session = Awaited<ReturnType<typeof openSession>>;
type Written = { rows: number; lines: number; ms: number; worker: number; api: number; times: number[] };
type Measured = Written & { p95: number; slowdown: number };

/** Requests list pages one after another until `isOver`, and returns their times in ms. */
async function listTimes(api: string, token: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    await call(`${api}/resources`, 'GET', token);
    times.push(performance.now() - start);
  }
  return times;
}

function listFor(api: string, token: string, durationMs: number): Promise<number[]> {
  const end = performance.now() + durationMs;
  return listTimes(api, token, () => performance.now() >= end);
}

/** Counts newlines while streaming, without keeping the file in memory. */
async function countLines(url: string, { cookie }: Session): Promise<number> {
  const { body, status } = await fetch(url, { headers: { cookie } });
  if (!body || status !== 200) throw new Error(`the export returned ${status}`);
  let lines = 0;
  for await (const chunk of body) for (const byte of chunk as Uint8Array) lines += byte === 10 ? 1 : 0;
  return lines;
}

/** Requests an export, waits for it and downloads it, loading list pages for as long as it is being written. */
async function write(
  { api, pids }: ProductProcesses,
  session: Session,
  wanted: { format: 'csv' | 'xlsx'; matching: string },
): Promise<Written> {
  const files = `${api}/statistics/access-record-exports`;
  const peak = { worker: 0, api: 0 };
  const look = setInterval(() => {
    for (const name of ['worker', 'api'] as const) peak[name] = Math.max(peak[name], residentMb(pids[name]));
  }, 20);
  try {
    const start = performance.now();
    const { id } = await call<RecordExport>(files, 'POST', session.token, { ...wanted, columns });
    let file: RecordExport | undefined;
    const busy = listTimes(api, session.token, () => file !== undefined);
    for (; !file; await sleep(250)) {
      const found = (await call<RecordExport[]>(files, 'GET', session.token)).find((one) => one.id === id);
      if (found?.state === 'failed') throw new Error(found.cause ?? 'the export failed');
      if (found?.state === 'done') file = found;
    }
    const ms = performance.now() - start;
    const times = await busy;
    const lines = await countLines(`${files}/${id}/file`, session);
    return { rows: file.rows, lines, ms, worker: peak.worker, api: peak.api, times };
  } finally {
    clearInterval(look);
  }
}

async function measure(
  product: ProductProcesses,
  session: Session,
  wanted: { format: 'csv' | 'xlsx'; matching: string },
): Promise<Measured> {
  const idle = async () => percentile(await listFor(product.api, session.token, listMs), 0.95);
  await listFor(product.api, session.token, 2_000);
  const before = await idle();
  const written = await write(product, session, wanted);
  const after = await idle();
  const p95 = percentile(written.times, 0.95);
  return { ...written, p95, slowdown: p95 / ((before + after) / 2) };
}

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('records');
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
try {
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await seedStatistics(db, { resources, records, timeZone });
  /** The filter of the small export matches about a hundredth of the rows. */
  const views = { small: 'tab=download&device=tablet', large: '' };
  const lines: (string | number)[][] = [];
  let [slowdown, memory, isExact] = [0, 0, true];
  for (const format of ['csv', 'xlsx'] as const) {
    const measured: Partial<Record<keyof typeof views, Measured>> = {};
    for (const size of ['small', 'large'] as const) {
      const product = await startProcesses({ databaseUrl, dataDir: postgres.dataDir }, heap);
      try {
        const session = await openSession(product.api);
        const written = await measure(product, session, { format, matching: views[size] });
        const url = `${product.api}/statistics/access-records?${views[size]}`;
        const { tabs } = await call<{ tabs: Record<string, { value: number }> }>(url, 'GET', session.token);
        const counted = tabs[size === 'small' ? 'download' : 'all']?.value;
        if (size === 'large') isExact &&= written.rows === records && counted === records;
        if (format === 'csv') isExact &&= written.lines === written.rows + 1;
        measured[size] = written;
        const { rows, ms, worker, api, p95 } = written;
        const seconds = (ms / 1000).toFixed(1);
        const figures = [rows, seconds, worker.toFixed(0), api.toFixed(0), p95.toFixed(1), written.slowdown.toFixed(2)];
        lines.push([`${format}, ${size}`, ...figures]);
      } finally {
        await product.stop();
      }
    }
    const { small, large } = measured;
    if (!small || !large) throw new Error('nothing was measured');
    slowdown = Math.max(slowdown, large.slowdown);
    memory = Math.max(memory, large.worker / small.worker, large.api / small.api);
  }
  const heads = ['', 'rows', 'seconds', 'worker peak MB', 'api peak MB', 'list p95 ms', 'over an idle one'];
  console.log(table([heads, ...lines]));
  console.log(`memory of the large file over the small one ${memory.toFixed(2)} (${memoryLimit} at most)`);
  console.log(isExact ? 'every row is exported once' : 'the rows differ from the list');
  conclude('bench:records', slowdown, slowdownLimit, (value, bar) => isExact && memory <= memoryLimit && value <= bar);
} finally {
  await db.destroy();
  await postgres.stop();
}
