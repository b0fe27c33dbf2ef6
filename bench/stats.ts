import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { ensureFirstAdministrator } from '../server/features/auth/first-sign-in.ts';
import { PasswordHasher } from '../server/features/auth/password-hasher.ts';
import { FoldLoop } from '../server/features/statistics/rollup/fold-loop.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { newId } from '../server/platform/new-id.ts';
import { password, signIn, startApi } from './product-processes.ts';
import { conclude, median, p95, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { accessSpread } from './seed-access.ts';
import { seedStatistics } from './seed-statistics.ts';
import { type StatCase, statCases } from './stat-cases.ts';

/**
 * All charts and lists of the three statistics pages as roles 1, 3 and 4, at two numbers of access records in one run.
 * A case's figure is its p95 over that of the resource list for the same person, which is measured in between. Median
 * of three rounds, minutes apart so that a busy moment affects only one; the worst counts.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    requests: { type: 'string' },
    /** Two numbers of records, smaller first, separated by a comma. */
    sizes: { type: 'string' },
    resources: { type: 'string' },
    /** Directory in which to keep the databases for later runs; filling them takes over an hour. */
    keep: { type: 'string' },
    /** Number of slowest cases to print. */
    top: { type: 'string', default: '20' },
  },
});
const limit = 20;
/**
 * With another filter in addition to the data scope, a chart is counted from raw events instead of rollups and may
 * take this many times longer.
 */
const severalFilters = 5;
const rounds = 3;
const warmUp = 5;
const casesPerList = 20;
const requests = Number(values.requests ?? (values.quick ? 5 : 20));
const sizes = (values.sizes ?? (values.quick ? '10000,100000' : '1000000,10000000')).split(',').map(Number);
const resources = Number(values.resources ?? (values.quick ? 5_000 : 100_000));
const periods = values.quick ? ['30', '365'] : ['7', '30', '90', '365'];
const timeZone = 'UTC';
const pages = ['/app/data/resource', '/app/data/accessStat', '/app/data/accessRecord', '/app/resource/info'];
/** A person who owns more resources than most. */
const person = 'owner1';
const listPage: StatCase = { name: 'list page', url: '/resources' };

type Measured = { name: string; p95: number; ratio: number };
type Side = { measured: Measured[]; lists: number[] };

async function p95Of(api: string, token: string, { name, url }: StatCase): Promise<number> {
  const ask = async () => {
    const response = await fetch(`${api}${url}`, { headers: { authorization: `Bearer ${token}` } });
    const body = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${Buffer.from(body).subarray(0, 300)}`);
  };
  // Warm up, so that every pooled connection has run the query before it is measured.
  for (let turn = 0; turn < 3; turn += 1) await ask();
  return p95(ask, requests);
}

/** Gives the person the role, access to the pages and a known password. */
async function becomes(db: Db, roleId: number): Promise<void> {
  await sql`update users set role_id = ${roleId}, must_change_password = false,
    password_hash = (select password_hash from users where account = 'admin') where account = ${person}`.execute(db);
  const [group, member] = [newId(), newId()];
  await sql`with made as (
      insert into permission_groups (id, name) values (${group}, ${`Statistics ${roleId} ${group}`}) returning id
    ), ruled as (
      insert into permission_group_rules (group_id, path, flag) select made.id, path, 0
      from made, unnest(${pages}::text[]) path
    )
    insert into permission_group_members (id, group_id, user_id)
    select ${member}, made.id, users.id from made, users where account = ${person}`.execute(db);
}

async function measureSide(db: Db, api: string): Promise<Side> {
  const measured: Measured[] = [];
  const lists: number[] = [];
  const cases = await statCases(db, periods);
  for (const roleId of [1, 3, 4]) {
    if (roleId !== 1) await becomes(db, roleId);
    const token = await signIn(api, roleId === 1 ? 'admin' : person);
    // A freshly started process is slow at first, and the list page is measured first.
    for (let turn = 0; turn < warmUp; turn += 1) await p95Of(api, token, listPage);
    const found = cases.map(({ name }) => ({ name: `role ${roleId}, ${name}`, p95s: [] as number[] }));
    const pagesOfList: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const [place, one] of cases.entries()) {
        // Measure the list page repeatedly, so that one busy moment doesn't become the baseline for everything.
        if (place % casesPerList === 0) pagesOfList.push(await p95Of(api, token, listPage));
        found[place]?.p95s.push(await p95Of(api, token, one));
      }
    const list = median(pagesOfList);
    lists.push(list);
    for (const [place, { name, p95s }] of found.entries()) {
      const allowance = cases[place]?.filtered && roleId !== 1 ? severalFilters : 1;
      measured.push({ name, p95: median(p95s), ratio: median(p95s) / list / allowance });
    }
  }
  return { measured, lists };
}

async function fill(databaseUrl: string, records: number): Promise<void> {
  const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  await ensureFirstAdministrator(db, new PasswordHasher(), { password });
  const { foldMs, settleMs } = await seedStatistics(db, { resources, records, timeZone });
  await db.destroy();
  const rate = records / (foldMs / 1000);
  console.log(
    `${records} records: summed at ${rate.toFixed(0)} a second, people counted in ${(settleMs / 1000).toFixed(0)} s`,
  );
}

const postgres = await startScratchPostgres(values.keep ? { keep: values.keep } : {});
try {
  console.log(`Records: ${accessSpread}.\n`);
  const worst: number[] = [];
  const before = new Map<string, number>();
  for (const count of sizes) {
    const databaseUrl = await postgres.filledDatabase(`stats_${count}_${resources}`, (url) => fill(url, count));
    const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 2 });
    // A kept database may be a day old; an older one would have no events in the last days.
    const { rows } = await sql<{ isOld: boolean }>`
      select max(at) < now() - interval '3 days' as "isOld" from access_events`.execute(db);
    if (rows[0]?.isOld) throw new Error(`The data in ${postgres.dataDir} is too old. Delete it.`);
    await new FoldLoop({ db, timeZone, logger: pino({ level: 'silent' }) }).runOnce();
    const { api, stop } = await startApi({ databaseUrl, dataDir: postgres.dataDir, timeZone });
    const { measured, lists } = await measureSide(db, api).finally(stop);
    const pagesOfList = lists.map((list) => list.toFixed(1)).join(', ');
    console.log(`${count} records: list page p95 ${pagesOfList} ms as roles 1, 3 and 4`);
    const slowest = [...measured].sort((one, other) => other.ratio - one.ratio).slice(0, Number(values.top));
    const grown = ({ name, p95 }: Measured) => (before.has(name) ? (p95 / (before.get(name) ?? 1)).toFixed(2) : '');
    console.log(
      table([
        ['', 'p95 ms', 'ratio to a list page', 'growth'],
        ...slowest.map((one) => [one.name, one.p95.toFixed(1), one.ratio.toFixed(2), grown(one)]),
      ]),
    );
    const over = measured.filter(({ ratio }) => ratio > limit).length;
    const middle = median(measured.map(({ ratio }) => ratio));
    console.log(`${measured.length} cases, ${over} of them above ${limit}; median ratio ${middle.toFixed(2)}`);
    const growths = measured.flatMap(({ name, p95 }) => (before.has(name) ? [p95 / (before.get(name) ?? 1)] : []));
    if (growths.length > 0) console.log(`growth: median ${median(growths).toFixed(2)}`);
    for (const { name, p95 } of measured) before.set(name, p95);
    worst.push(slowest[0]?.ratio ?? Number.POSITIVE_INFINITY);
    await db.destroy();
  }
  conclude('bench:stats', worst.at(-1) ?? Number.POSITIVE_INFINITY, limit, (value, bar) => value <= bar);
} finally {
  await postgres.stop();
}
