import { parseArgs } from 'node:util';
import { accessRecordList } from '@lectern/contract/features/access-record.ts';
import { accessStatQuery } from '@lectern/contract/features/access-stat.ts';
import { growthGroups } from '@lectern/contract/features/library-stat.ts';
import { accessGroupings, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import { readableIn } from '../server/features/resource/list/readable-in.ts';
import { resourceListSource } from '../server/features/resource/list/resource-list.source.ts';
import { live } from '../server/features/resource/list/resource-tabs.ts';
import { AccessStatService } from '../server/features/statistics/access-stat/access-stat.service.ts';
import { LibraryStatService } from '../server/features/statistics/library-stat/library-stat.service.ts';
import { recordListSource } from '../server/features/statistics/record/record-list.source.ts';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import type { SignedInContext } from '../server/platform/http/request-context.ts';
import { ListReader } from '../server/platform/list/list-reader.ts';
import { pageSize, principalOf, viewOf } from './compare-lists.ts';
import { conclude, median, percentile, table } from './report.ts';
import { startScratchPostgres } from './scratch-postgres.ts';
import { accessSpread } from './seed-access.ts';
import { seedStatistics } from './seed-statistics.ts';

/**
 * Every chart and list of the three pages of statistics, as roles 1, 3 and 4, over two numbers of access records in one run:
 * its p95 over the p95 of a page of the list of resources for the same person. Median of three rounds; the worst counts.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    requests: { type: 'string' },
    /** Numbers of records, smaller one first. */
    sizes: { type: 'string' },
    resources: { type: 'string' },
    /** How many of the slowest are told. */
    top: { type: 'string', default: '20' },
  },
});
const limit = 3;
const requests = Number(values.requests ?? (values.quick ? 5 : 15));
const sizes = (values.sizes ?? (values.quick ? '10000,100000' : '1000000,10000000')).split(',').map(Number);
const resources = Number(values.resources ?? (values.quick ? 5_000 : 100_000));
const timeZone = 'UTC';
const pages = ['/app/data/resource', '/app/data/accessStat', '/app/data/accessRecord', '/app/resource/info'];

type Case = { name: string; run(): Promise<unknown> };
type Measured = { name: string; p95: number; ratio: number };

async function casesFor(db: Db, roleId: 1 | 3 | 4): Promise<{ base: Case; cases: Case[] }> {
  const principal = await principalOf(db, roleId, pages);
  const context = { principal } as SignedInContext;
  const reader = new ListReader(db, { timeZone });
  const stats = new AccessStatService(db, { timeZone });
  const shown = (of: typeof principal) => sql`(${live} and ${readableIn(of)})`;
  const library = new LibraryStatService({ db, timeZone, shown, freeBytes: async () => null });
  const source = recordListSource({ timeZone });
  const cases: Case[] = [];
  const add = (name: string, run: Case['run']) => cases.push({ name: `role ${roleId}, ${name}`, run });
  const periods = values.quick ? ['30', '365'] : ['7', '30', '90', '365'];
  for (const period of periods) {
    for (const groupBy of accessGroupings) {
      for (const measure of groupBy === 'none' ? accessMeasures : (['views', 'viewers'] as const)) {
        const query = accessStatQuery.parse({ period, groupBy, measure });
        add(`${measure} by ${groupBy}, ${period} days`, () => stats.get(context, query));
      }
    }
    const narrowed = { period, groupBy: 'department', filter: 'kind', key: 'video' };
    add(`views of videos by department, ${period} days`, () => stats.get(context, accessStatQuery.parse(narrowed)));
    add(`heat map, ${period} days`, () => stats.heatMap(context, { period, measure: 'views' }));
    add(`terms, ${period} days`, () => stats.terms(context, { period, withoutResult: true, limit: 50 }));
    const over = { period, compare: 'before' } as const;
    add(`overview figures, ${period} days`, () => library.figures(context, over));
    add(`overview tables, ${period} days`, () => library.tables(context, over));
    for (const by of growthGroups)
      add(`growth by ${by}, ${period} days`, () => library.growth(context, { period, by }));
    add(`storage, ${period} days`, () => library.storage(context, { period }));
  }
  add('coverage', () => library.coverage(context));
  const { rows } = await sql<Record<'resource' | 'department' | 'course' | 'from' | 'to', string>>`
    select (select id from bench_ranks where rank = 3)::text as resource,
      (select department_id from bench_ranks where rank = 5)::text as department, md5('course7')::uuid::text as course,
      (current_date - 29)::text as from, current_date::text as to`.execute(db);
  const ids = rows[0];
  const at = `${ids?.from}..${ids?.to}`;
  const views: Record<string, string>[] = [
    ...[{}, { robot: 'no', at }, { tab: 'play', robot: 'no', at, kind: 'video' }],
    ...[
      { robot: 'no', at, department: ids?.department ?? '' },
      { robot: 'no', resource: ids?.resource ?? '' },
    ],
    ...[
      { robot: 'no', course: ids?.course ?? '' },
      { robot: 'no', at, hour: '10', weekday: '1' },
    ],
    ...[{ tab: 'search', robot: 'no', at, term: 'term 3' }, { visit: 'v77' }, { robot: 'yes' }],
  ];
  for (const view of views) {
    const query = { ...viewOf(accessRecordList, view), page: 1, size: pageSize };
    add(`records ${JSON.stringify(view)}`, () => reader.page(source, query, principal));
  }
  const query = { ...viewOf(resourceListSource.list, {}), page: 1, size: pageSize };
  return { base: { name: 'list page', run: () => reader.page(resourceListSource, query, principal) }, cases };
}

async function p95Of({ run }: Case): Promise<number> {
  await run();
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const times: number[] = [];
    for (let turn = 0; turn < requests; turn += 1) {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    }
    rounds.push(percentile(times, 0.95));
  }
  return median(rounds);
}

async function measureSide(db: Db): Promise<{ measured: Measured[]; bases: number[] }> {
  const measured: Measured[] = [];
  const bases: number[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const { base, cases } = await casesFor(db, roleId);
    const list = await p95Of(base);
    bases.push(list);
    for (const one of cases) {
      const p95 = await p95Of(one);
      measured.push({ name: one.name, p95, ratio: p95 / list });
    }
  }
  return { measured, bases };
}

const postgres = await startScratchPostgres();
try {
  console.log(`Records: ${accessSpread}.\n`);
  const worst: number[] = [];
  const before = new Map<string, number>();
  for (const count of sizes) {
    const databaseUrl = await postgres.createDatabase(`stats_${count}`);
    const { db } = openDatabase({ databaseUrl, applicationName: 'bench', poolSize: 6 });
    const { foldMs, settleMs } = await seedStatistics(db, { resources, records: count, timeZone });
    const { measured, bases } = await measureSide(db);
    const rate = count / (foldMs / 1000);
    console.log(
      `${count} records: summed at ${rate.toFixed(0)} a second, people counted in ${(settleMs / 1000).toFixed(0)} s;` +
        ` list page p95 ${bases.map((base) => base.toFixed(1)).join(', ')} ms as roles 1, 3 and 4`,
    );
    const slowest = [...measured].sort((one, other) => other.ratio - one.ratio).slice(0, Number(values.top));
    const grown = ({ name, p95 }: Measured) => (before.has(name) ? (p95 / (before.get(name) ?? 1)).toFixed(2) : '');
    console.log(
      table([
        ['', 'p95 ms', 'ratio to a list page', 'growth'],
        ...slowest.map((one) => [one.name, one.p95.toFixed(1), one.ratio.toFixed(2), grown(one)]),
      ]),
    );
    console.log(`${measured.length} cases; median ratio ${median(measured.map(({ ratio }) => ratio)).toFixed(2)}\n`);
    for (const { name, p95 } of measured) before.set(name, p95);
    worst.push(slowest[0]?.ratio ?? Number.POSITIVE_INFINITY);
    await db.destroy();
  }
  conclude('bench:stats', worst.at(-1) ?? Number.POSITIVE_INFINITY, limit, (value, bar) => value <= bar);
} finally {
  await postgres.stop();
}
