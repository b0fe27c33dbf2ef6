import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sumChecks } from '../fold/sum-checks.ts';
import { listTops } from '../fold/top-list.ts';
import { measureOrder, type SummedMeasure } from './measure.ts';
import type { Selection } from './selection.ts';
import { rankGroups, sumKeyed } from './sums.repository.ts';
import { startOfSpan } from './viewer-cover.ts';

const first = '2026-01-12';
const dayCount = 60;
const last = addDays(first, dayCount - 1);
let test: TestApp;

const departments = ['5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-000000000002'];

/**
 * Two thousand resources over two months, few with much and many with little: more than any list has. They are of one
 * department or another, some of the other since February, some of none.
 */
beforeAll(async () => {
  test = await startTestApp();
  await sql`insert into access_keys (dimension, key) select 10, gen_random_uuid()::text from generate_series(1, 2000)`.execute(
    test.db,
  );
  await sql`insert into access_keys (dimension, key) select 3, unnest(${departments}::text[])`.execute(test.db);
  await sql`insert into access_resource_days (day, resource, kind, college, department, subject, owner, views, plays,
      downloads, searches, clicks, play_ms)
    select ${first}::date + day, id, 0, 0,
      case when id % 5 = 0 then 0 else (select id from access_keys where dimension = 3
        and key = (${departments}::text[])[1 + (drawn.id % 3 + (drawn.id % 7 = 0 and ${first}::date + day >= '2026-02-01')::integer) % 2]) end,
      0, 0, 1 + (40000 / (200 + 7 * id) * noise)::integer, (id % 7)::integer, 0, 0, 1,
      (1000 * noise)::bigint
    from generate_series(0, ${dayCount - 1}) day cross join lateral (
      select id, 0.5 + (hashtext(id || ' ' || day) & 1023) / 1024.0 as noise from access_keys where dimension = 10) drawn
    where hashtext(day || ' ' || id) % 3 <> 0`.execute(test.db);
  await sql`insert into access_resource_months (day, resource, kind, college, department, subject, owner, views, plays,
      downloads, searches, clicks, play_ms)
    select date_trunc('month', day)::date, resource, 0, 0, department, 0, 0, sum(views), sum(plays), sum(downloads), sum(searches),
      sum(clicks), sum(play_ms) from access_resource_days group by 1, 2, department`.execute(test.db);
  await sql`delete from access_unsettled_days`.execute(test.db);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    await listTops(test.db, { span: 'day', day });
    if (startOfSpan('week', day) === day) await listTops(test.db, { span: 'week', day });
    if (day.endsWith('-01')) await listTops(test.db, { span: 'month', day });
  }
  await listTops(test.db, { span: 'quarter', day: '2026-01-01' });
});
afterAll(() => test.close());

const over = (from: string, to: string, ids?: readonly string[]): Selection => ({
  scope: ids ? { kind: 'departments', ids } : { kind: 'all' },
  constraints: [],
  days: { from, to },
  timeZone: 'UTC',
});

/** All of them, one by one. */
async function recount({ days, scope }: Selection, measure: SummedMeasure, limit: number) {
  const { rows } = await sql<{ key: string; amount: number; whole: number }>`
    select key, amount::bigint as amount, (sum(amount) over ())::bigint as whole from (
      select access_keys.key, sum(${measureOrder[measure]}) as amount
      from access_resource_days join access_keys on access_keys.id = resource
      where day between ${days.from}::date and ${days.to}::date and ${
        scope.kind === 'departments'
          ? sql`department in (select id from access_keys where dimension = 3 and key = any (${scope.ids}::text[]))`
          : sql`true`
      } group by access_keys.key) summed
    where amount > 0 order by amount desc, key limit ${limit}`.execute(test.db);
  return rows;
}

async function expectRight(selection: Selection, measure: SummedMeasure, limit: number): Promise<number | null> {
  const expected = await recount(selection, measure, limit);
  const { groups, keyed, count } = await rankGroups(test.db, selection, { by: 'resource', measure, limit });
  const amounts = groups.map(({ order }) => order);
  expect(amounts).toEqual(expected.map(({ amount }) => amount));
  expect(keyed).toBe(expected[0]?.whole);
  expect(await sumKeyed(test.db, selection, { by: 'resource', measure })).toBe(expected[0]?.whole);
  // Of those that have the same, any may stand at the end.
  const clear = expected.filter(({ amount }) => amount > (amounts.at(-1) ?? 0));
  expect(new Set(groups.map(({ key }) => key))).toEqual(expect.objectContaining(new Set(clear.map(({ key }) => key))));
  return count;
}

describe('resources with most', () => {
  it.each([
    ['a day', last, last],
    ['a week', '2026-02-02', '2026-02-08'],
    ['a month', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31'],
    ['all of it', first, last],
    ['days beside weeks and a month', '2026-01-20', '2026-03-05'],
  ])('of %s are those that a recount has, in every measure and number', async (_, from, to) => {
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
  ])('of a department, and of two, are those that a recount of %s has', async (_, from, to) => {
    for (const measure of ['views', 'plays'] as const) {
      for (const limit of [1, 20, 200]) {
        await expectRight(over(from, to, departments.slice(0, 1)), measure, limit);
        await expectRight(over(from, to, departments), measure, limit);
      }
    }
  });

  it('of a department are found by its lists', async () => {
    expect(await expectRight(over('2026-01-01', '2026-03-31', departments.slice(0, 1)), 'views', 20)).toBeNull();
    expect(await expectRight(over('2026-02-01', '2026-03-05', departments), 'views', 5)).toBeNull();
  });

  it('are found by the lists where few have much, and by all where many have the same', async () => {
    expect(await expectRight(over(first, last), 'views', 20)).toBeNull();
    expect(await expectRight(over(first, last), 'clicks', 200)).toBeGreaterThan(200);
  });

  it('are found by the lists although nothing happened on many days before and after', async () => {
    expect(await expectRight(over('2025-11-03', addDays(last, 40)), 'views', 20)).toBeNull();
  });

  it('are checked: a list that does not say what its month has is found', async () => {
    const wrong = async () => {
      const found = await Promise.all(
        sumChecks.filter(({ what }) => what.startsWith('lists')).map(({ query }) => sql`${query}`.execute(test.db)),
      );
      return found.flatMap(({ rows }) => rows);
    };
    expect(await wrong()).toEqual([]);
    const add = (views: number) =>
      sql`update access_top_spans set whole = whole + ${views} where span = 'month' and day = '2026-02-01'
        and measure = 'views' and department <> 0`.execute(test.db);
    await add(1);
    expect(await wrong()).toEqual([{ wrong: '2026-02' }]);
    await add(-1);
  });

  it('are right although something came to a day since its list was made', async () => {
    const late = '2026-02-11';
    await sql`update access_resource_days set views = views + 100000 where day = ${late}::date and resource = (
      select max(resource) from access_resource_days where day = ${late}::date)`.execute(test.db);
    await sql`insert into access_unsettled_days (day) values (${late}::date)`.execute(test.db);
    // The month and its sum change in the same moment as the day.
    await sql`update access_resource_months set views = views + 100000 where day = '2026-02-01' and resource = (
      select max(resource) from access_resource_days where day = ${late}::date)`.execute(test.db);
    for (const limit of [1, 20]) {
      await expectRight(over('2026-02-09', '2026-02-15'), 'views', limit);
      await expectRight(over(first, last), 'views', limit);
      await expectRight(over(first, last, departments), 'views', limit);
    }
  });
});
