import { getAccessStat } from '@lectern/contract/features/access-stat.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { type AccessCampus, buildAccessCampus } from '../../../testing/access-campus.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { eventDays, eventScope, type Selection } from './selection.ts';

let test: TestApp;
let rig: AccessCampus;
let moved: string;

/** Between the two batches of events, one Physics resource moves to History and to another owner. */
beforeAll(async () => {
  test = await startTestApp();
  rig = await buildAccessCampus(test, { seed: 1881, days: 20 });
  const { campus, people, resources } = rig;
  const some = () => Array.from({ length: 300 }, () => rig.randomEvent());
  await rig.send(some());
  moved = resources.find(({ departmentId }) => departmentId === campus.physics)?.id ?? '';
  await sql`update resources set department_id = ${campus.history}, owner_id = ${people.admin.userId}
    where id = ${moved}`.execute(test.db);
  await rig.send(some());
});
afterAll(() => test.close());

async function recount(as: Identity, days: Selection['days']) {
  const { principal } = await test.context(as);
  const { rows } = await sql<{ key: string; people: number }>`
    select resource_id::text as key, count(distinct viewer)::integer as people from access_events
    where ${eventScope(dataScopeOf(principal))} and ${eventDays(days, 'UTC')} and not robot and action = 'view' and resource_id is not null
    group by 1`.execute(test.db);
  return new Map(rows.map(({ key, people }) => [key, people]));
}

describe('viewers of resources in a data scope', () => {
  it.each(['editor', 'user'] as const)('count what was in scope at that time: %s', async (who) => {
    const as = rig.people[who];
    const query = { measure: 'viewers', groupBy: 'resource', period: '20', limit: 50 } as const;
    const { data } = await test.call(getAccessStat, { query }, { as });
    const expected = await recount(as, data.period);
    expect(data.groups.length).toBeGreaterThan(0);
    expect(new Map(data.groups.map(({ key, figure }) => [key, figure.value]))).toEqual(expected);
  });
});
