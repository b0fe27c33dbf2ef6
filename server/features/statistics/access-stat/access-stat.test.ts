import { randomUUID } from 'node:crypto';
import {
  type AccessRecordRow,
  getVisit,
  listAccessRecords,
  newerAccessRecords,
  sumAccessRecords,
} from '@lectern/contract/features/access-record.ts';
import {
  exportAccessStat,
  getAccessHeatMap,
  getAccessStat,
  getRetention,
  getSearchTerms,
  listAccessKeys,
} from '@lectern/contract/features/access-stat.ts';
import { getResourceStat } from '@lectern/contract/features/object-stat.ts';
import { takeOfficeEvents } from '@lectern/contract/features/office-event.ts';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { accessDimensions, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { type AccessFigure, recordsOf } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../../testing/campus.ts';
import { makeKey, type SiteKey } from '../../../testing/portal-rig.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';

const pages = ['/app/data/accessStat', '/app/data/accessRecord', '/app/resource/info'];
const day = 24 * 3_600_000;
const { one, chance, upTo } = seededRandom(4711);

let test: TestApp;
let campus: Campus;
let key: SiteKey;
let people: { super: Identity; admin: Identity; editor: Identity; user: Identity };
let resources: { id: string; departmentId: string | null; ownerId: string }[];

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  key = await makeKey(test, { scopes: ['events'] });
  people = {
    super: test.admin,
    admin: await test.identity({ roleId: 2, pages }),
    editor: await test.identity({ roleId: 3, departmentId: campus.physics, pages }),
    user: await test.identity({ roleId: 4, departmentId: campus.optics, pages }),
  };
  const owners = [people.admin, people.editor, people.user];
  const kinds = ['video', 'audio', 'document', 'image'] as const;
  const departments = [campus.physics, campus.optics, campus.history, null];
  resources = [];
  for (let number = 0; number < 12; number += 1) {
    const [owner, departmentId] = [owners[number % 3] as Identity, departments[number % 4] as string | null];
    const { id } = await makeResource(test, { owner, departmentId, kind: kinds[number % 4], state: 'published' });
    resources.push({ id, departmentId, ownerId: owner.userId });
  }
  await sql`update resources set duration_seconds = 100 where kind in ('video', 'audio')`.execute(test.db);
  const events = Array.from({ length: 600 }, () => randomEvent());
  expect((await send(events)).data.taken).toBe(600);
  await test.container.services.foldLoop.runOnce();
});
afterAll(() => test.close());

const send = (events: unknown[]) => test.call(takePortalEvents, { body: { events } }, { headers: key.headers });

function randomEvent(): Record<string, unknown> {
  const action = one(['view', 'view', 'play', 'download', 'search', 'click'] as const);
  return {
    id: randomUUID(),
    at: new Date(Date.now() - 60_000 - upTo(29 * day)).toISOString(),
    action,
    ...(action !== 'search' && { resourceId: one(resources).id }),
    ...(chance(0.4) && { courseId: one(courseIds) }),
    ...(chance(0.8) && { reader: `r${upTo(30)}`, visit: `v${upTo(60)}` }),
    ...(chance(0.7) && { device: one(['desktop', 'mobile', 'tablet']) }),
    ...(chance(0.1) && { userAgent: 'bingbot/2.0' }),
    ip: `10.1.${upTo(200)}.${upTo(200)}`,
    ...(action === 'play' && { positionMs: 1000 + upTo(99_000), seconds: upTo(3000) / 100 }),
    ...(action === 'search' && { query: one(['Light', 'light ', 'waves']), hits: upTo(2) }),
  };
}
const courseIds = [randomUUID(), randomUUID()];

async function countBehind(figure: AccessFigure, as: Identity) {
  const { http, data } = await test.call(listAccessRecords, { query: recordsOf(figure) }, { as });
  expect(http).toBe(200);
  expect(data.count.exact).toBe(true);
  if (data.count.value <= 50) expect(data.rows.length).toBe(data.count.value);
  return data;
}

/** The rows behind a figure, in its own measure. */
async function valueBehind(figure: AccessFigure, as: Identity): Promise<number> {
  const { count } = await countBehind(figure, as);
  if (figure.measure !== 'viewers' && figure.measure !== 'playSeconds') return count.value;
  const { data } = await test.call(sumAccessRecords, { query: recordsOf(figure) }, { as });
  return figure.measure === 'viewers' ? data.viewers.value : data.playSeconds;
}

describe('a figure of the access statistics', () => {
  it.each(['admin', 'editor', 'user'] as const)('opens as many rows as it says, for %s', async (who) => {
    const as = people[who];
    // Everything once; whoever sees less asks for a measure of each kind.
    const measures = who === 'admin' ? accessMeasures : (['views', 'viewers', 'playSeconds'] as const);
    for (const measure of measures) {
      for (const groupBy of [...accessDimensions, 'resource'] as const) {
        const { data, http } = await test.call(getAccessStat, { query: { measure, groupBy, period: '30' } }, { as });
        expect(http, `${measure} by ${groupBy}`).toBe(200);
        for (const { key: group, figure } of data.groups.slice(0, 1).concat(data.groups.slice(-1))) {
          const behind = await valueBehind({ ...data.period, measure, of: { [groupBy]: group } }, as);
          expect(behind, `${measure} of ${groupBy} ${group}`).toBe(figure.value);
        }
      }
    }
  });

  it.each(['admin', 'editor', 'user'] as const)('adds up by pieces of time, and each opens, for %s', async (who) => {
    const as = people[who];
    for (const grain of ['hour', 'day', 'week', 'month'] as const) {
      const { data } = await test.call(getAccessStat, { query: { measure: 'views', period: '30', grain } }, { as });
      expect(data.series.length).toBe(data.buckets.length);
      expect(data.series.reduce((sum, { value }) => sum + value, 0)).toBe(data.total.value);
      const seen = data.buckets.flatMap((bucket, place) => (data.series[place]?.value ? [{ bucket, place }] : []));
      for (const { bucket, place } of seen.slice(0, 2)) {
        const { hour, ...days } = bucket;
        const figure = { ...days, measure: 'views' as const, ...(hour !== null && { hour }) };
        expect(await valueBehind(figure, as)).toBe(data.series[place]?.value);
      }
    }
  });

  it('with a filter is the group of it, and says so by any second dimension', async () => {
    const as = people.admin;
    const { data: kinds } = await test.call(getAccessStat, { query: { groupBy: 'kind', measure: 'events' } }, { as });
    for (const { key: kind, figure } of kinds.groups) {
      if (!kind) continue;
      const query = { filter: 'kind', key: kind, measure: 'events', groupBy: 'department' } as const;
      const { data } = await test.call(getAccessStat, { query }, { as });
      expect(data.total.value).toBe(figure.value);
      expect(data.groups.reduce((sum, group) => sum + group.figure.value, 0)).toBe(figure.value);
      for (const group of data.groups) {
        const of = { kind, department: group.key };
        expect(await valueBehind({ ...data.period, measure: 'events', of }, as)).toBe(group.figure.value);
      }
    }
  });

  it('is compared with the days before, and with the year before', async () => {
    const query = { period: '10', compare: 'before', measure: 'views' } as const;
    const { data } = await test.call(getAccessStat, { query }, { as: people.admin });
    if (!data.compared) throw new Error('nothing is compared');
    const before = { ...data.compared, measure: 'views' as const };
    expect(await valueBehind(before, people.admin)).toBe(data.before?.value);
    const { data: year } = await test.call(
      getAccessStat,
      { query: { period: '10', compare: 'yearBefore' } },
      { as: people.admin },
    );
    expect(year.before?.value).toBe(0);
  });

  it('of a cell of the heat map opens as many rows', async () => {
    for (const as of [people.admin, people.editor, people.user]) {
      const { data } = await test.call(getAccessHeatMap, { query: { measure: 'events' } }, { as });
      const { data: whole } = await test.call(getAccessStat, { query: { measure: 'events' } }, { as });
      expect(data.cells.reduce((sum, { value }) => sum + value, 0)).toBe(whole.total.value);
      for (const { weekday, hour, value } of data.cells.slice(0, 4)) {
        expect(await valueBehind({ ...data.period, measure: 'events', weekday, hour }, as)).toBe(value);
      }
    }
  });

  it('of a search term opens its searches, and is for those who see everything', async () => {
    const { data } = await test.call(getSearchTerms, { query: { withoutResult: 'no' } }, { as: people.admin });
    expect(data.terms.map(({ term }) => term).sort()).toEqual(['light', 'waves']);
    for (const { term, searches, withoutResult } of data.terms) {
      const figure = { ...data.period, measure: 'searches' as const, term };
      expect(await valueBehind(figure, people.admin)).toBe(searches);
      expect(await valueBehind({ ...figure, withoutResult: true }, people.admin)).toBe(withoutResult);
    }
    for (const as of [people.editor, people.user]) {
      const { data: none } = await test.call(getSearchTerms, { query: {} }, { as });
      expect(none).toMatchObject({ allowed: false, terms: [] });
    }
  });

  it.each([
    ['a period that is none', { period: '2026-13-01..2026-14-01' }],
    ['a period backwards', { period: '2026-02-01..2026-01-01' }],
    ['a filter without a key', { filter: 'kind' }],
    ['a key that is no id', { filter: 'department', key: "x' or 1=1" }],
    ['hours of a year', { period: '365', grain: 'hour' }],
    ['groups of one resource', { filter: 'resource', key: randomUUID(), groupBy: 'role' }],
    ['a measure that is none', { measure: 'secrets' }],
  ])('of %s is refused', async (_name, query) => {
    expect((await test.call(getAccessStat, { query: query as never }, { as: people.admin })).http).toBe(422);
  });

  it('is a file that no spreadsheet takes for a formula', async () => {
    await sql`update resources set title = '=1+1' where id = ${resources[0]?.id}`.execute(test.db);
    const search = new URLSearchParams({ groupBy: 'resource', format: 'csv', limit: '200' });
    const url = `/api${exportAccessStat.path}?${search}`;
    const answer = await test.app.inject({ method: 'GET', url, cookies: people.super.cookies });
    expect(answer.body).toContain("'=1+1");
  });
});

describe('records', () => {
  it('are those of the person’s scope, whatever is asked for', async () => {
    const { rows } = await sql<{ seq: string; department_id: string; owner_id: string }>`
      select seq::text, department_id, owner_id from access_events`.execute(test.db);
    const expected = {
      admin: rows,
      editor: rows.filter((row) => [campus.physics, campus.optics].includes(row.department_id)),
      user: rows.filter((row) => row.owner_id === people.user.userId),
    };
    for (const [who, own] of Object.entries(expected)) {
      const as = people[who as 'admin'];
      const { data } = await test.call(listAccessRecords, { query: { size: 200 } }, { as });
      expect(data.tabs.all, who).toEqual({ value: own.length, exact: true });
      const ids = new Set(own.map(({ seq }) => seq));
      expect(data.rows.every(({ id }) => ids.has(id))).toBe(true);
    }
  });

  it('show addresses whole to super administrators by role, and masked to others', async () => {
    const ips = async (as: Identity) =>
      (await test.call(listAccessRecords, {}, { as })).data.rows.map(({ ip }: AccessRecordRow) => ip);
    expect((await ips(people.super)).every((ip) => /^10\.1\.\d+\.\d+$/.test(ip ?? ''))).toBe(true);
    expect((await ips(people.admin)).every((ip) => ip === '10.1.*.*')).toBe(true);
    const [whole] = await ips(people.super);
    const asked = await test.call(listAccessRecords, { query: { ip: whole } as never }, { as: people.admin });
    expect(asked.data.rows).toEqual([]);
  });

  it('of a visit are for administrators', async () => {
    const { data } = await test.call(listAccessRecords, { query: { size: 200 } }, { as: people.admin });
    const row = data.rows.find(({ hasVisit }) => hasVisit);
    if (!row) throw new Error('no visit');
    const visit = await test.call(getVisit, { params: { id: row.id } }, { as: people.admin });
    expect(visit.data.rows.map(({ id }) => id)).toContain(row.id);
    expect((await test.call(getVisit, { params: { id: row.id } }, { as: people.editor })).http).toBe(403);
    const seen = await test.call(listAccessRecords, { query: { size: 200 } }, { as: people.editor });
    expect(seen.data.rows.some(({ hasVisit }) => hasVisit)).toBe(false);
  });

  it('that come in are told live, of the view and of the scope', async () => {
    const [mine, other] = [people.user.userId, people.editor.userId].map((id) =>
      resources.find(({ ownerId }) => ownerId === id),
    );
    const { data: start } = await test.call(newerAccessRecords, { query: {} }, { as: people.user });
    const fresh = [mine, other].map((resource) => ({
      ...randomEvent(),
      action: 'view',
      resourceId: resource?.id,
      query: undefined,
      hits: undefined,
    }));
    await send(fresh);
    const query = { after: String(start.latest), tab: 'view' };
    const { data } = await test.call(newerAccessRecords, { query: query as never }, { as: people.user });
    expect(data.rows.map(({ resource }) => resource?.id)).toEqual([mine?.id]);
    await test.container.services.foldLoop.runOnce();
  });

  it('of what is gone keep its name', async () => {
    const { data: kinds } = await test.call(listAccessKeys, { query: { filter: 'department' } }, { as: people.admin });
    expect(kinds.map(({ key: id }) => id).sort()).toEqual([campus.physics, campus.optics, campus.history].sort());
  });
});

describe('what staff do here', () => {
  it('is counted once per resource and visit, of what they may read, and as played', async () => {
    const [visit, resourceId] = [randomUUID(), resources[2]?.id as string];
    const make = (change: Record<string, unknown> = {}) => ({
      ...{ id: randomUUID(), at: new Date().toISOString(), action: 'view', resourceId, visit },
      ...change,
    });
    const first = make();
    const play = make({ action: 'play', positionMs: 5000, seconds: 5 });
    const sent = [first, make(), play, play, make({ resourceId: randomUUID() }), { nonsense: true }];
    const { data } = await test.call(takeOfficeEvents, { body: { events: sent } }, { as: people.user });
    expect(data.results.map(({ result }) => result)).toEqual([
      'taken',
      'refused',
      'taken',
      'known',
      'refused',
      'refused',
    ]);
    const again = await test.call(takeOfficeEvents, { body: { events: [first, make()] } }, { as: people.user });
    expect(again.data.results.map(({ result }) => result)).toEqual(['known', 'refused']);
    await test.container.services.foldLoop.runOnce();
    const { data: office } = await test.call(
      listAccessRecords,
      { query: { source: 'office' } as never },
      { as: people.admin },
    );
    expect(office.rows.map(({ role, person }) => [role, person?.id])).toEqual([
      ['4', people.user.userId],
      ['4', people.user.userId],
    ]);
  });

  it('shows in the tab of the resource, with a curve of what was played', async () => {
    const video = resources[0]?.id as string;
    const params = { id: video };
    const { data } = await test.call(getResourceStat, { params, query: {} }, { as: people.admin });
    for (const measure of ['views', 'plays', 'downloads', 'viewers', 'playSeconds'] as const) {
      const behind = await valueBehind({ ...data.period, measure, of: { resource: video } }, people.admin);
      expect(behind, measure).toBe(data[measure].value);
    }
    expect(data.series.reduce((sum, { views }) => sum + views, 0)).toBe(data.views.value);
    const { data: curve } = await test.call(getRetention, { params, query: {} }, { as: people.admin });
    expect(curve.seconds).toHaveLength(100);
    expect(
      (await test.call(getResourceStat, { params: { id: randomUUID() }, query: {} }, { as: people.user })).http,
    ).toBe(404);
  });
});
