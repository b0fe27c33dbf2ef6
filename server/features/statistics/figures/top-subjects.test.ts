import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todayIn } from '../../../platform/local-time.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { FoldLoop } from '../rollup/fold-loop.ts';
import type { Selection } from './selection.ts';
import { listTopViewers } from './viewers.repository.ts';

const timeZone = 'UTC';
const today = todayIn(timeZone);
const subjectCount = 70;
let test: TestApp;
let loop: FoldLoop;

/** Seventy subjects over a year, each with returning viewers, few enough for exact sketches. */
beforeAll(async () => {
  test = await startTestApp();
  loop = test.container.services.foldLoop;
  await sql`select ensure_access_months(now() - interval '400 days', now())`.execute(test.db);
  await sql`
    insert into access_events (at, event_id, received_at, source, action, kind, subject_id, device, role, viewer, visit)
    select (${today}::date - day)::timestamp at time zone 'UTC' + interval '9 hours', gen_random_uuid(), now(), 'portal', 'view',
      'document', md5('subject ' || number)::uuid, case when person % 2 = 0 then 'mobile' else 'desktop' end, 'reader',
      ('x' || substr(md5(number % 9 || ' person ' || person || ' ' || day / 60), 1, 13))::bit(52)::bigint, 'v'
    from generate_series(0, 396, 4) day, generate_series(1, ${subjectCount}) number, generate_series(1, 1 + 60 / number) person
    where (number * 31 + day * 17 + person) % 12 = 0 or (person = 1 and day % 20 = 4 * (number % 5))`.execute(test.db);
  await loop.runOnce();
});
afterAll(() => test.close());

const last = (count: number): Selection => ({
  ...{ scope: { kind: 'all' }, constraints: [], timeZone },
  days: { from: addDays(today, 1 - count), to: today },
});

async function recount({ days }: Selection): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; people: number }>`
    select subject_id::text as key, count(distinct viewer)::integer as people from access_events
    where (at at time zone 'UTC')::date between ${days.from}::date and ${days.to}::date group by 1`.execute(test.db);
  return new Map(rows.map(({ key, people }) => [key, people]));
}

async function expectRight(count: number): Promise<void> {
  const selection = last(count);
  const people = await recount(selection);
  const { groups } = await listTopViewers(test.db, selection, { by: 'subject', limit: 12 });
  const amounts = [...people.values()].sort((one, other) => other - one).slice(0, 12);
  expect(groups.map(({ figure }) => figure)).toEqual(amounts.map((value) => ({ value, exact: true })));
  for (const { key, figure } of groups) expect(figure.value).toBe(people.get(key));
}

async function comeLate(daysAgo: number, viewer: number): Promise<void> {
  await sql`insert into access_events (at, event_id, received_at, source, action, kind, subject_id, device, role, viewer, visit)
    values ((${today}::date - ${daysAgo}::integer)::timestamp at time zone 'UTC', gen_random_uuid(), now(), 'portal', 'view',
      'document', md5('subject 1')::uuid, 'mobile', 'reader', ${viewer}, 'late')`.execute(test.db);
}

describe('subjects with the most viewers of the last days', () => {
  it.each([30, 90, 365])('are those of a recount: %s days', expectRight);

  it('are right while something came late to them, and when their month is united again', async () => {
    await comeLate(40, 4_242);
    while (await loop.fold());
    while (await loop.countViewers());
    await expectRight(90);
    await loop.runOnce();
    await expectRight(90);
  });

  it('take in what comes today as it comes', async () => {
    await comeLate(0, 4_343);
    while (await loop.fold());
    while (await loop.countViewers());
    await expectRight(365);
  });

  it('are estimated where there are many, and the top ones are found', async () => {
    await sql`
      insert into access_events (at, event_id, received_at, source, action, kind, subject_id, device, role, viewer, visit)
      select (${today}::date - 3 * number)::timestamp at time zone 'UTC', gen_random_uuid(), now(), 'portal', 'view',
        'document', md5('subject ' || number)::uuid, 'mobile', 'reader',
        ('x' || substr(md5(number || ' many ' || person), 1, 13))::bit(52)::bigint, 'many'
      from generate_series(61, 66) number, generate_series(1, 300 * (number - 60)) person`.execute(test.db);
    await loop.runOnce();
    const { groups } = await listTopViewers(test.db, last(365), { by: 'subject', limit: 3 });
    const people = [...(await recount(last(365)))].sort(([, one], [, other]) => other - one);
    expect(groups.map(({ key }) => key)).toEqual(people.slice(0, 3).map(([key]) => key));
    expect(groups.every(({ figure }) => !figure.exact)).toBe(true);
  });
});
