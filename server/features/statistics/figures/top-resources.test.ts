import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { figuresOf, rankingOf, type SummedMeasure } from '../rollup/measure.ts';
import type { Selection } from './selection.ts';
import { listTopSums, sumKeyed } from './sums.repository.ts';

const first = '2026-01-12';
const dayCount = 60;
const last = addDays(first, dayCount - 1);
let test: TestApp;

const departments = ['5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-000000000002'];

/**
 * 2,000 resources over two months with skewed sums and ties. Some belong to one department, some moved to the other in
 * February, some to none.
 */
beforeAll(async () => {
  test = await startTestApp();
  await sql`insert into access_keys (dimension, key) select 10, gen_random_uuid()::text from generate_series(1, 2000)`.execute(
    test.db,
  );
  await sql`insert into access_keys (dimension, key) select 3, unnest(${departments}::text[])`.execute(test.db);
  await sql`insert into access_resource_rollups (span, day, resource, kind, college, department, subject, owner, views, plays,
      downloads, searches, clicks, play_ms, opened_ms, watched_ms)
    select 'day', ${first}::date + day, id, 0, 0,
      case when id % 5 = 0 then 0 else (select id from access_keys where dimension = 3
        and key = (${departments}::text[])[1 + (drawn.id % 3 + (drawn.id % 7 = 0 and ${first}::date + day >= '2026-02-01')::integer) % 2]) end,
      0, 0, 1 + (40000 / (200 + 7 * id) * noise)::integer, (id % 7)::integer, 0, 0, 1,
      (1000 * noise)::bigint, 0, 0
    from generate_series(0, ${dayCount - 1}) day cross join lateral (
      select id, 0.5 + (hashtext(id || ' ' || day) & 1023) / 1024.0 as noise from access_keys where dimension = 10) drawn
    where hashtext(day || ' ' || id) % 3 <> 0`.execute(test.db);
  await sql`insert into access_resource_rollups (span, day, resource, kind, college, department, subject, owner, views, plays,
      downloads, searches, clicks, play_ms, opened_ms, watched_ms)
    select 'month', date_trunc('month', day)::date, resource, 0, 0, department, 0, 0, sum(views), sum(plays), sum(downloads), sum(searches),
      sum(clicks), sum(play_ms), 0, 0 from access_resource_rollups group by 2, 3, department`.execute(test.db);
});
afterAll(() => test.close());

const over = (from: string, to: string, ids?: readonly string[]): Selection => ({
  scope: ids ? { kind: 'departments', ids } : { kind: 'all' },
  constraints: [],
  days: { from, to },
  timeZone: 'UTC',
});

/** Recounts every resource without the top-k search. */
async function recount({ days, scope }: Selection, measure: SummedMeasure, limit: number) {
  const { rows } = await sql<{ key: string; amount: number; whole: number }>`
    select key, amount::bigint as amount, (sum(amount) over ())::bigint as whole from (
      select access_keys.key, sum(${rankingOf(measure)}) as amount
      from access_resource_rollups join access_keys on access_keys.id = resource
      where span = 'day' and day between ${days.from}::date and ${days.to}::date and ${
        scope.kind === 'departments'
          ? sql`department in (select id from access_keys where dimension = 3 and key = any (${scope.ids}::text[]))`
          : sql`true`
      } group by access_keys.key) summed
    where amount > 0 order by amount desc, key limit ${limit}`.execute(test.db);
  return rows;
}

async function expectRight(selection: Selection, measure: SummedMeasure, limit: number): Promise<void> {
  const expected = await recount(selection, measure, limit);
  const { groups } = await listTopSums(test.db, selection, { by: 'resource', measure, limit });
  const keyed = await sumKeyed(test.db, selection, 'resource');
  const scale = measure === 'playSeconds' ? 1000 : 1;
  const amounts = groups.map((sums) => Math.round((figuresOf(sums)[measure] ?? 0) * scale));
  expect(amounts).toEqual(expected.map(({ amount }) => amount));
  expect(Math.round((figuresOf(keyed)[measure] ?? 0) * scale)).toBe(expected[0]?.whole);
  // Among ties for the last place, any resource may be chosen.
  const clear = expected.filter(({ amount }) => amount > (amounts.at(-1) ?? 0));
  const keys = new Set(groups.map(({ key }) => key));
  expect(clear.every(({ key }) => keys.has(key))).toBe(true);
}

describe('resources with most', () => {
  it.each([
    ['a day', last, last],
    ['a week', '2026-02-02', '2026-02-08'],
    ['a month', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31'],
    ['all of it', first, last],
    ['days beside weeks and a month', '2026-01-20', '2026-03-05'],
  ])('of %s equal a recount, for every measure and number', async (_, from, to) => {
    for (const measure of ['views', 'playSeconds', 'events', 'plays'] as const) {
      for (const limit of [1, 20, 200]) await expectRight(over(from, to), measure, limit);
    }
  });

  it.each([
    ['a day', last, last],
    ['a week', '2026-02-02', '2026-02-08'],
    ['a month', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31'],
    ['days beside weeks and a month', '2026-01-20', '2026-03-05'],
  ])('of one department and of two equal a recount of %s', async (_, from, to) => {
    for (const measure of ['views', 'plays'] as const) {
      for (const limit of [1, 20, 200]) {
        await expectRight(over(from, to, departments.slice(0, 1)), measure, limit);
        await expectRight(over(from, to, departments), measure, limit);
      }
    }
  });
});
