import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type UserRow, userList } from '@lectern/contract/features/user.ts';
import type { ExportFormat } from '@lectern/contract/list/define-list.ts';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { userListSource } from '../server/features/user/user-list.source.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { csvLine } from '../server/platform/list/csv.ts';
import { exportWords } from '../server/platform/list/list-source.ts';
import { openSession, password } from './product-processes.ts';
import { conclude, median, table } from './report.ts';
import { residentMb } from './resident-mb.ts';
import { type ScratchPostgres, startScratchPostgres } from './scratch-postgres.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Compares exporting 100,000 rows with exporting 1,000, each from its own api process, and checks every row against
 * the list walked by cursor. The figure is the ratio of peak process memory: the worse of both formats, median of
 * three rounds (one with --quick).
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const [small, large] = [1_000, 100_000];
const rounds = values.quick ? 1 : 3;
const limit = 1.25;
/**
 * Node defers garbage collection while the heap has room. A small heap makes memory use show what is really needed, or
 * crashes the process.
 */
const tightHeap = ['--max-old-space-size=64', '--max-semi-space-size=2'];
const columns = Object.keys(userList.columns);

type Server = { address: string; pid: number; cookie: string; token: string; stop(): void };
type Figure = { rows: number; format: ExportFormat; before: number; peak: number; bytes: number; ms: number };

async function startServer(databaseUrl: string, dataDir: string): Promise<Server> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: dataDir, TIME_ZONE: 'UTC' };
  const child = fork(path.join(import.meta.dirname, 'servers', 'lectern.ts'), { env, execArgv: tightHeap });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const { token, cookie } = await openSession(`${address}/api`);
  return { address, pid: child.pid ?? 0, cookie, token, stop: () => void child.kill('SIGKILL') };
}

async function open(server: Server, format: ExportFormat): Promise<ReadableStream<Uint8Array>> {
  const url = `${server.address}/api/system/users/export?format=${format}&columns=${columns.join(',')}`;
  const { body, status } = await fetch(url, { headers: { cookie: server.cookie } });
  if (!body || status !== 200) throw new Error(`the export returned ${status}`);
  return body;
}

async function measure(server: Server, rows: number, format: ExportFormat): Promise<Figure> {
  const before = residentMb(server.pid);
  let peak = before;
  const look = setInterval(() => {
    peak = Math.max(peak, residentMb(server.pid));
  }, 20);
  const startedAt = performance.now();
  let bytes = 0;
  for await (const chunk of await open(server, format)) bytes += chunk.length;
  clearInterval(look);
  return {
    rows,
    format,
    before,
    peak: Math.max(peak, residentMb(server.pid)),
    bytes,
    ms: performance.now() - startedAt,
  };
}

/** The whole list, read page by page with cursors. */
async function* listed(server: Server): AsyncGenerator<UserRow> {
  for (let cursor = ''; ; ) {
    const url = `${server.address}/api/system/users?size=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${server.token}` } });
    const { data } = (await response.json()) as { data: { rows: UserRow[]; next: string | null } };
    yield* data.rows;
    if (!data.next) return;
    cursor = data.next;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Counts the file's rows that differ from the list, including missing and surplus rows. */
async function differences(server: Server): Promise<{ compared: number; different: number }> {
  const words = exportWords('en', 'UTC');
  const file = linesOf(await open(server, 'csv'));
  await file.next();
  let [compared, different] = [0, 0];
  for await (const row of listed(server)) {
    const expected = csvLine(columns.map((column) => userListSource.exportCell(column, row, words)));
    const { value } = await file.next();
    compared += 1;
    if (`${value}\r\n` !== expected) different += 1;
  }
  for await (const _surplus of file) different += 1;
  return { compared, different };
}

async function run(postgres: ScratchPostgres, rows: number) {
  const databaseUrl = await postgres.createDatabase(`export_${rows}`);
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  // The administrator counts as one of the rows.
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  await seedUsers(db, rows - 1);
  await db.destroy();
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const format of ['csv', 'xlsx'] as const) {
      const server = await startServer(databaseUrl, postgres.dataDir);
      figures.push(await measure(server, rows, format));
      const isLast = round === rounds - 1 && format === 'xlsx';
      const compared = isLast && (await differences(server));
      server.stop();
      if (compared) return { figures, ...compared };
    }
  }
  throw new Error('nothing was measured');
}

const postgres = await startScratchPostgres();
try {
  const few = await run(postgres, small);
  const many = await run(postgres, large);
  const of = (figures: readonly Figure[], format: ExportFormat, pick: (figure: Figure) => number) =>
    median(figures.filter((figure) => figure.format === format).map(pick));
  const ratios = (['csv', 'xlsx'] as const).map((format) => {
    const peak = (figures: readonly Figure[]) => of(figures, format, (figure) => figure.peak);
    return { format, ratio: peak(many.figures) / peak(few.figures) };
  });
  const lines = [few, many].flatMap(({ figures }) =>
    ratios.map(({ format }) => {
      const figure = (pick: (figure: Figure) => number) => of(figures, format, pick);
      return [
        `${format}, ${figures[0]?.rows} rows`,
        (figure(({ bytes }) => bytes) / 1024 ** 2).toFixed(1),
        figure(({ before }) => before).toFixed(0),
        figure(({ peak }) => peak).toFixed(0),
        figure(({ peak, before }) => peak - before).toFixed(0),
        figure(({ ms }) => ms).toFixed(0),
      ];
    }),
  );
  console.log(table([['', 'file MB', 'memory before MB', 'peak MB', 'growth MB', 'ms'], ...lines]));
  for (const { compared, different } of [few, many])
    console.log(`${compared} rows compared with the list, ${different} differ`);
  const exact = few.different + many.different === 0 && many.compared === large;
  const worst = Math.max(...ratios.map(({ ratio }) => ratio));
  conclude('bench:export', worst, limit, (value, bar) => exact && value <= bar);
} finally {
  await postgres.stop();
}
