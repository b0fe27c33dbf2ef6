import { randomUUID } from 'node:crypto';
import {
  type AccessRecordRow,
  getVisit,
  listAccessRecords,
  newerAccessRecords,
} from '@lectern/contract/features/access-record.ts';
import {
  exportAccessStat,
  getAccessStat,
  getRetention,
  listAccessKeys,
} from '@lectern/contract/features/access-stat.ts';
import { getResourceStat } from '@lectern/contract/features/object-stat.ts';
import { takeOfficeEvents } from '@lectern/contract/features/office-event.ts';
import type { AccessFigure } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessCampus, buildAccessCampus } from '../../../testing/access-campus.ts';
import { FigureRows } from '../../../testing/figure-rows.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';

let test: TestApp;
let rig: AccessCampus;
let campus: AccessCampus['campus'];
let people: AccessCampus['people'];
let resources: AccessCampus['resources'];

beforeAll(async () => {
  test = await startTestApp();
  rig = await buildAccessCampus(test, { seed: 4711, days: 29 });
  ({ campus, people, resources } = rig);
  await rig.send(Array.from({ length: 600 }, () => rig.randomEvent()));
});
afterAll(() => test.close());

/** Stores each event as if it had arrived when it happened. */
const storeInTime = (events: readonly { at: string }[]) =>
  new AccessEventService(test.db).store(
    { source: 'portal', keyId: randomUUID(), role: 'reader' },
    events.map((event) => judgeEvent(event, Date.parse(event.at))),
  );

const valueBehind = (figure: AccessFigure, as: Identity) => new FigureRows(test, as).access(figure);

describe('a figure of the access statistics', () => {
  it('with a filter equals its group, in any second dimension', async () => {
    const as = people.admin;
    const { data: kinds } = await test.call(getAccessStat, { query: { groupBy: 'kind', measure: 'events' } }, { as });
    for (const { key: kind, figure } of kinds.groups) {
      if (!kind) continue;
      const query = { filter: 'kind', key: kind, measure: 'events', groupBy: 'department' } as const;
      const { data } = await test.call(getAccessStat, { query }, { as });
      expect(data.total.value).toBe(figure.value);
      expect(data.groups.reduce((sum, group) => sum + (group.figure.value ?? 0), 0)).toBe(figure.value);
      for (const group of data.groups) {
        const of = { kind, department: group.key };
        expect(await valueBehind({ ...data.period, measure: 'events', of }, as)).toBe(group.figure.value);
      }
    }
  });

  it('counts as viewers only people who viewed', async () => {
    const as = people.admin;
    const day = '2026-01-15';
    const at = `${day}T05:00:00.000Z`;
    const resourceId = resources[0]?.id;
    await test.db.deleteFrom('access_events').where('at', '=', new Date(at)).execute();
    const by = (reader: string, action: string, more = {}) => ({
      id: randomUUID(),
      at,
      action,
      reader,
      resourceId,
      ...more,
    });
    await storeInTime([
      by('one', 'view'),
      by('one', 'download'),
      by('two', 'download'),
      by('three', 'play', { seconds: 4 }),
    ]);
    await test.container.services.foldLoop.runOnce();
    const query = { period: `${day}..${day}`, measure: 'viewers', groupBy: 'resource', grain: 'day' } as const;
    const { data } = await test.call(getAccessStat, { query }, { as });
    expect([data.total.value, data.series[0]?.value, data.groups[0]?.figure.value]).toEqual([1, 1, 1]);
    expect(await valueBehind({ ...data.period, measure: 'viewers' }, as)).toBe(1);
    const { data: downloads } = await test.call(getAccessStat, { query: { ...query, measure: 'downloads' } }, { as });
    expect(downloads.total.value).toBe(2);
  });

  it('says of viewers not counted yet that they are being counted, and counts the newest day first', async () => {
    const { foldLoop } = test.container.services;
    const days = ['2026-01-20', '2026-01-21'];
    const events = days.map((day) => ({
      id: randomUUID(),
      at: `${day}T05:00:00.000Z`,
      action: 'view',
      reader: 'late',
    }));
    await storeInTime(events);
    await foldLoop.fold();
    const query = { period: `${days[0]}..${days[1]}`, measure: 'viewers', grain: 'day' } as const;
    const read = async () => (await test.call(getAccessStat, { query }, { as: people.admin })).data;
    const unknown = { value: null, exact: false };
    expect(await read()).toMatchObject({
      total: unknown,
      series: [unknown, unknown],
      counted: { uncounted: days.toReversed() },
    });
    await foldLoop.countViewers();
    const partly = await read();
    expect(partly.series).toEqual([unknown, { value: 1, exact: true }]);
    expect(partly.total).toEqual({ value: 1, exact: false });
    await foldLoop.runOnce();
    expect(await read()).toMatchObject({ total: { value: 1, exact: true }, counted: { uncounted: [] } });
  });

  it('is compared with the year before', async () => {
    const query = { period: '10', compare: 'yearBefore' } as const;
    const { data } = await test.call(getAccessStat, { query }, { as: people.admin });
    expect(data.before?.value).toBe(0);
  });

  it('adds up by pieces of time', async () => {
    for (const grain of ['hour', 'day', 'week', 'month'] as const) {
      const query = { measure: 'views', period: '30', grain } as const;
      const { data } = await test.call(getAccessStat, { query }, { as: people.admin });
      expect(data.series.length).toBe(data.buckets.length);
      expect(data.series.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(data.total.value);
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

  it.each([
    ['kind', ['Video', 'Document']],
    ['role', ['Visitors']],
  ])('is a file that names groups by %s in words', async (groupBy, names) => {
    const search = new URLSearchParams({ groupBy, format: 'csv', period: '365' });
    const url = `/api${exportAccessStat.path}?${search}`;
    const { body } = await test.app.inject({ method: 'GET', url, cookies: people.super.cookies });
    const told = body.split('\r\n').map((line) => line.split(',')[0]);
    for (const name of names) expect(told).toContain(name);
  });
});

describe('records', () => {
  it('are limited to the data scope, whatever is requested', async () => {
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

  it('arrive live, limited to view and scope', async () => {
    const [mine, other] = [people.user.userId, people.editor.userId].map((id) =>
      resources.find(({ ownerId }) => ownerId === id),
    );
    const { data: start } = await test.call(newerAccessRecords, { query: {} }, { as: people.user });
    const fresh = [mine, other].map((resource) => ({
      ...rig.randomEvent(),
      action: 'view',
      resourceId: resource?.id,
      query: undefined,
      hits: undefined,
    }));
    await rig.send(fresh);
    const query = { after: String(start.latest), tab: 'view' };
    const { data } = await test.call(newerAccessRecords, { query: query as never }, { as: people.user });
    expect(data.rows.map(({ resource }) => resource?.id)).toEqual([mine?.id]);
  });

  it('of deleted objects keep their name', async () => {
    const { data: kinds } = await test.call(listAccessKeys, { query: { filter: 'department' } }, { as: people.admin });
    expect(kinds.map(({ key: id }) => id).sort()).toEqual([campus.physics, campus.optics, campus.history].sort());
  });
});

describe('staff use', () => {
  it('counts once per resource and visit, if readable, and as played', async () => {
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

  it('shows in the resource’s tab, with a curve of what was played', async () => {
    const video = resources[0]?.id as string;
    const params = { id: video };
    const { data } = await test.call(getResourceStat, { params, query: {} }, { as: people.admin });
    for (const measure of ['views', 'plays', 'downloads', 'viewers', 'playSeconds', 'completion'] as const) {
      const behind = await valueBehind({ ...data.period, measure, of: { resource: video } }, people.admin);
      expect(behind, measure).toBe(data[measure].value);
    }
    expect(data.series.reduce((sum, { views }) => sum + views, 0)).toBe(data.views.value);
    const { data: curve } = await test.call(getRetention, { params, query: {} }, { as: people.admin });
    expect(curve.seconds).toHaveLength(100);
    const query = { period: '2024-02-10..2024-02-12' };
    const { data: february } = await test.call(getRetention, { params, query }, { as: people.admin });
    expect(february.period).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(
      (await test.call(getResourceStat, { params: { id: randomUUID() }, query: {} }, { as: people.user })).http,
    ).toBe(404);
  });
});
