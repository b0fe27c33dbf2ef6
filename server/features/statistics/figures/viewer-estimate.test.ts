import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { narrowedTo, type Selection } from './selection.ts';
import { countAllViewers, countViewers } from './viewers.repository.ts';

const first = '2024-01-03';
const dayCount = 120;
const resourceCount = 16;
let test: TestApp;

/** Resources with hundreds to thousands of viewers: a few come nearly every day, most once or twice. */
beforeAll(async () => {
  test = await startTestApp();
  await sql`select ensure_access_months(${first}::date, ${first}::date + ${dayCount}::integer)`.execute(test.db);
  await sql`
    insert into access_events (at, event_id, received_at, source, action, resource_id, kind, role, viewer, visit)
    select (${first}::date + day)::timestamp at time zone 'UTC' + interval '9 hours', gen_random_uuid(), now(), 'portal', 'view',
      md5('resource ' || number)::uuid, 'document', 'reader',
      ('x' || substr(md5(number || ' person ' || person), 1, 13))::bit(52)::bigint, 'v'
    from generate_series(0, ${dayCount - 1}) day, generate_series(1, ${resourceCount}) number,
      generate_series(1, 400 + 150 * number) person
    where (hashtext(day || ' ' || person || ' ' || number) & 1023) < 1024 / (1 + person / 5)`.execute(test.db);
  await test.container.services.foldLoop.runOnce();
}, 300_000);
afterAll(() => test.close());

const over = (from: string, to: string): Selection => ({
  ...{ scope: { kind: 'all' }, constraints: [], days: { from, to }, timeZone: 'UTC' },
});

async function recount({ days }: Selection): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; people: number }>`
    select resource_id::text as key, count(distinct viewer)::integer as people from access_events
    where (at at time zone 'UTC')::date between ${days.from}::date and ${days.to}::date group by 1`.execute(test.db);
  return new Map(rows.map(({ key, people }) => [key, people]));
}

/** Relative error of an estimate. */
const besides = (estimate: number, counted: number) => estimate / counted - 1;

describe('more viewers than a sketch lists', () => {
  it.each([
    ['all of it', '2024-01-03', '2024-05-01'],
    ['days, weeks and months', '2024-01-20', '2024-04-11'],
    ['weeks and a month', '2024-02-07', '2024-03-31'],
  ])('are estimated closely over %s', async (_, from, to) => {
    const counted = await recount(over(from, to));
    const selection = narrowedTo(over(from, to), { dimension: 'resource', keys: [...counted.keys()] });
    const people = await countViewers(test.db, selection, { grain: 'whole', by: 'resource' });
    const estimates = new Map(people.map(({ key, figure }) => [key, figure]));
    expect(estimates.size).toBe(resourceCount);
    const errors = [...counted].flatMap(([key, people]) => {
      const { value, exact } = estimates.get(key) ?? { value: 0, exact: true };
      // Figures marked as exact must not be estimates.
      if (exact) expect(value).toBe(people);
      return exact ? [] : [besides(value, people)];
    });
    expect(errors.length).toBeGreaterThanOrEqual(resourceCount / 2);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.06);
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.02);
  });

  it('are estimated closely in all, and month by month', async () => {
    const selection = over('2024-01-20', '2024-04-11');
    const counted = [...(await recount(selection)).values()].reduce((sum, people) => sum + people, 0);
    const whole = await countAllViewers(test.db, selection);
    expect(whole.exact).toBe(false);
    expect(Math.abs(besides(whole.value, counted))).toBeLessThan(0.06);
    const months = await countViewers(test.db, selection, { grain: 'month' });
    expect(months.map(({ start }) => start).sort()).toEqual(['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01']);
    const march = [...(await recount(over('2024-03-01', '2024-03-31'))).values()].reduce(
      (sum, people) => sum + people,
      0,
    );
    const told = months.find(({ start }) => start === '2024-03-01')?.figure.value ?? 0;
    expect(Math.abs(besides(told, march))).toBeLessThan(0.06);
  });
});
