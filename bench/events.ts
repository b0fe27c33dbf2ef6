import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { FoldLoop } from '../server/features/statistics/rollup/fold-loop.ts';
import { compareSums } from '../server/features/statistics/rollup/rebuild.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';
import { conclude, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { seedResources } from './seed-resources.ts';

/**
 * Access events accepted per second, in batches, while rollups run. Afterwards checks that no event is lost, that none
 * is doubled although every tenth batch is sent twice, and that every rollup matches a recount.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const seconds = values.quick ? 5 : 60;
const clients = 4;
const batch = 1000;
const limit = 10_000;
const password = 'correct horse battery';
const timeZone = 'UTC';

const postgres = await startScratchPostgres();
const databaseUrl = await postgres.createDatabase('events');
const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 4 });
await ensureFirstAdministrator(db, new PasswordHasher(), { password });
await seedResources(db, 2_000);
const server = fork(path.join(import.meta.dirname, 'servers/lectern.ts'), {
  env: { ...process.env, DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: postgres.dataDir, TIME_ZONE: timeZone },
  execArgv: nodeFlags,
});
const [{ address }] = (await once(server, 'message')) as [{ address: string }];
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const loop = new FoldLoop({ db, timeZone, logger: pino({ level: 'silent' }) });

function post(url: string, headers: Record<string, string>, body: string): Promise<{ data: Record<string, never> }> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers };
    const outgoing = request(`${address}${url}`, { agent, method: 'POST', headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 300) reject(new Error(`${url} answered ${status}: ${text.slice(0, 300)}`));
        else resolve(JSON.parse(text) as { data: Record<string, never> });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

try {
  const { rows } = await sql<{ id: string }>`select id from resources order by id limit 1000`.execute(db);
  const signedIn = await post('/api/admin/auth/login', {}, JSON.stringify({ account: 'admin', password }));
  const staff = { authorization: `Bearer ${String(signedIn.data.token)}` };
  const sites = await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const wanted = { name: `Bench ${number}`, scopes: ['events'], callsPerMinute: 100_000 };
      const made = await post('/api/system/apiKey', staff, JSON.stringify(wanted));
      return { authorization: `Bearer ${String(made.data.secret)}` };
    }),
  );
  const makeBatch = () =>
    JSON.stringify({
      events: Array.from({ length: batch }, (_, at) => ({
        ...{ id: randomUUID(), at: new Date(Date.now() - Math.random() * 7_200_000).toISOString() },
        ...{ action: at % 3 === 0 ? 'play' : 'view', resourceId: rows[at % rows.length]?.id, reader: `r-${at % 300}` },
        ...{ positionMs: at * 100, seconds: 10, userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140' },
      })),
    });
  let [taken, known] = [0, 0];
  loop.start();
  const start = performance.now();
  const until = start + seconds * 1000;
  await Promise.all(
    sites.map(async (site) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const body = makeBatch();
        for (let times = turn % 10 === 0 ? 2 : 1; times > 0; times -= 1) {
          const { data } = await post('/api/portal/events', site, body);
          taken += Number(data.taken);
          known += Number(data.known);
        }
      }
    }),
  );
  const rate = taken / ((performance.now() - start) / 1000);
  await loop.stop();
  const behind = performance.now();
  await loop.runOnce();
  const caughtUpMs = performance.now() - behind;
  const { rows: stored } = await sql<{ count: number }>`select count(*) as count from access_events`.execute(db);
  const differences = await compareSums({ db, timeZone });
  console.log(
    table([
      ['taken', taken],
      ['sent twice, taken once', known],
      ['stored', stored[0]?.count ?? 0],
      ['sums behind at the end, ms', caughtUpMs.toFixed(0)],
      ['sums that differ from a recount', differences.length],
    ]),
  );
  const exact = differences.length === 0 && stored[0]?.count === taken;
  conclude('events', exact ? rate : 0, limit, (value, least) => value >= least);
} finally {
  agent.destroy();
  server.kill('SIGKILL');
  await db.destroy();
  await postgres.stop();
}
