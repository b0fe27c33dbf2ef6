import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todayIn } from '../../../platform/local-time.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Selection } from './selection.ts';
import { listTopViewers } from './viewers.repository.ts';

const timeZone = 'UTC';
const today = todayIn(timeZone);
const departments = ['6a0c0000-0000-4000-8000-000000000001', '6a0c0000-0000-4000-8000-000000000002'];
let test: TestApp;

/**
 * 250 resources over 70 days: few with many viewers (still counted exactly), many with few, and more per department
 * than a top list holds. Every ninth was in the other department until 35 days ago.
 */
beforeAll(async () => {
  test = await startTestApp();
  await sql`select ensure_access_months(now() - interval '71 days', now())`.execute(test.db);
  await sql`
    insert into access_events (at, event_id, received_at, source, action, resource_id, kind, department_id, role, viewer, visit)
    select (${today}::date - day)::timestamp at time zone 'UTC' + interval '9 hours', gen_random_uuid(), now(), 'portal', 'view',
      md5('resource ' || number)::uuid, 'document',
      ((${departments}::text[])[1 + (number + (number % 9 = 0 and day > 35)::integer) % 2])::uuid, 'reader',
      hashtextextended(number || ' ' || person || ' ' || day % 3, 0) & 4503599627370495, 'v' || person
    from generate_series(1, 70) day, generate_series(1, 250) number, generate_series(1, 1 + 60 / number) person
    where (number * 31 + day * 17 + person) % 5 <> 0`.execute(test.db);
  await test.container.services.foldLoop.runOnce();
});
afterAll(() => test.close());

async function recount(ids: readonly string[], { from, to }: Days) {
  const { rows } = await sql<{ key: string; people: number }>`
    select resource_id::text as key, count(distinct viewer)::integer as people from access_events
    where department_id = any (${ids}::uuid[]) and (at at time zone 'UTC')::date between ${from}::date and ${to}::date
    group by 1`.execute(test.db);
  return rows;
}

describe('resources with most people, of departments', () => {
  it.each([
    ['a week', -9, -3],
    ['a month', -33, -2],
    ['all of it', -70, -1],
  ])('are those of a recount of %s, moved ones among them', async (_, first, last) => {
    const days = { from: addDays(today, first), to: addDays(today, last) };
    for (const ids of [departments.slice(0, 1), departments]) {
      const selection: Selection = { scope: { kind: 'departments', ids }, constraints: [], days, timeZone };
      const people = await recount(ids, days);
      for (const limit of [1, 10, 40]) {
        const { groups } = await listTopViewers(test.db, selection, { by: 'resource', limit });
        const amounts = people.map((row) => row.people).sort((one, other) => other - one);
        expect(groups.map(({ figure }) => figure.value)).toEqual(amounts.slice(0, limit));
        for (const { key, figure } of groups) {
          expect(people.find((row) => row.key === key)?.people).toBe(figure.value);
        }
      }
    }
  });

  it('are others than the last time where others have most by now', async () => {
    const days = { from: addDays(today, -20), to: today };
    const selection: Selection = { scope: { kind: 'departments', ids: departments }, constraints: [], days, timeZone };
    const first = async () => {
      const { groups } = await listTopViewers(test.db, selection, { by: 'resource', limit: 3 });
      const people = await recount(departments, days);
      const amounts = people.map((row) => row.people).sort((one, other) => other - one);
      expect(groups.map(({ figure }) => figure.value)).toEqual(amounts.slice(0, 3));
      return groups.map(({ key }) => key);
    };
    const before = await first();
    expect(await first()).toEqual(before);
    // Late events for a resource with few viewers, on a day that is already counted; still few enough to be counted
    // exactly.
    await sql`
      insert into access_events (at, event_id, received_at, source, action, resource_id, kind, department_id, role, viewer, visit)
      select (${today}::date - 5)::timestamp at time zone 'UTC' + interval '9 hours', gen_random_uuid(), now(), 'portal', 'view',
        md5('resource 200')::uuid, 'document', ${departments[0]}::uuid, 'reader',
        hashtextextended('late ' || person, 0) & 4503599627370495, 'v' || person
      from generate_series(1, 220) person`.execute(test.db);
    await test.container.services.foldLoop.runOnce();
    expect(await first()).toEqual([expect.stringMatching(/./), ...before.slice(0, 2)]);
    expect(await first()).not.toContain(before[2]);
  });
});
