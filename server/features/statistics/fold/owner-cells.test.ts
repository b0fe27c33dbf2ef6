import { getAccessHeatMap, getAccessStat } from '@lectern/contract/features/access-stat.ts';
import { accessGroupings, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessCampus, buildAccessCampus } from '../../../testing/access-campus.ts';
import { readAccessSums, recountAccess } from '../../../testing/recount-access.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { FoldLoop } from './fold-loop.ts';
import { compareSums, rebuildSums } from './rebuild.ts';

const timeZone = 'UTC';
let test: TestApp;
let rig: AccessCampus;
let loop: FoldLoop;

beforeAll(async () => {
  test = await startTestApp();
  rig = await buildAccessCampus(test, { seed: 77, days: 29 });
  loop = test.container.services.foldLoop;
});
afterAll(() => test.close());

const send = (count: number) => rig.send(Array.from({ length: count }, () => rig.randomEvent()));

async function expectExact(): Promise<void> {
  const [sums, recounted] = [await readAccessSums(test.db), await recountAccess(test.db, timeZone)];
  for (const table of Object.keys(recounted)) expect(sums[table], table).toEqual(recounted[table]);
  expect(await compareSums({ db: test.db, timeZone })).toEqual([]);
}

/** Every figure that somebody who sees only what is theirs is told. */
async function figuresOfUser(): Promise<unknown[]> {
  const as = rig.people.user;
  const told: unknown[] = [];
  for (const period of ['30']) {
    for (const groupBy of accessGroupings) {
      for (const measure of groupBy === 'device' ? accessMeasures : (['views', 'viewers'] as const)) {
        const query = { period, groupBy, measure, compare: 'before' } as const;
        const { data } = await test.call(getAccessStat, { query }, { as });
        told.push({ query, ...data, counted: null });
      }
    }
    const { data: narrow } = await test.call(
      getAccessStat,
      { query: { period, groupBy: 'device', filter: 'kind', key: 'video' } },
      { as },
    );
    const { data: hours } = await test.call(getAccessHeatMap, { query: { period } }, { as });
    told.push({ ...narrow, counted: null }, hours.cells);
  }
  return told;
}

async function keptOwners(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from access_owners`.execute(test.db);
  return rows[0]?.count ?? 0;
}

describe('sums of what belongs to somebody', () => {
  it('are kept of those whose things are used much, of what was before and of what comes later', async () => {
    await send(400);
    const counted = await figuresOfUser();
    expect(await loop.keepOwners(1_000)).toBe(false);
    expect(await loop.keepOwners(50)).toBe(true);
    expect(await loop.keepOwners(50)).toBe(false);
    expect(await keptOwners()).toBe(3);
    await expectExact();
    expect(await figuresOfUser()).toEqual(counted);
    await send(200);
    await expectExact();
    const summed = await figuresOfUser();
    await sql`update access_owners set since = now() + interval '1 day'`.execute(test.db);
    expect(await figuresOfUser()).toEqual(summed);
    await sql`update access_owners set since = '2000-01-01'`.execute(test.db);
  });

  it('are what they were when everything is counted anew', async () => {
    const before = await readAccessSums(test.db);
    await rebuildSums({ db: test.db, timeZone });
    expect(await readAccessSums(test.db)).toEqual(before);
  });

  it('are told from the first day of which all events are kept', async () => {
    await sql`truncate access_owners`.execute(test.db);
    for (const table of ['access_days', 'access_months', 'access_viewers', 'access_viewer_spans'])
      await sql`delete from ${sql.table(table)} where within = 12`.execute(test.db);
    await sql`delete from access_hours where dimension = 12`.execute(test.db);
    for (const table of ['access_days', 'access_months'])
      await sql`delete from ${sql.table(table)} where dimension = 12`.execute(test.db);
    await sql`update access_fold set kept_from = now() - interval '10 days'`.execute(test.db);
    await loop.keepOwners(50);
    const { rows } = await sql<{ late: boolean; before: boolean }>`
      select bool_and(since = (access_fold.kept_from at time zone ${timeZone})::date + 1) as late,
        exists (select from access_days where within = 12 and day < (select min(since) from access_owners)) as before
      from access_owners, access_fold`.execute(test.db);
    expect(rows[0]).toEqual({ late: true, before: false });
    const kept = await figuresOfUser();
    await sql`truncate access_owners`.execute(test.db);
    expect(kept).toEqual(await figuresOfUser());
  });
});
