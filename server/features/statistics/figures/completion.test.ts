import { randomUUID } from 'node:crypto';
import { sumAccessRecords } from '@lectern/contract/features/access-record.ts';
import { getAccessHeatMap, getAccessStat } from '@lectern/contract/features/access-stat.ts';
import { getLibraryFigures } from '@lectern/contract/features/library-stat.ts';
import { getResourceStat } from '@lectern/contract/features/object-stat.ts';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { recordsOf } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../../testing/portal-rig.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let headers: Record<string, string>;
let lecture: string;
let talk: string;
let handout: string;
const courseId = randomUUID();
const measure = 'completion' as const;

beforeAll(async () => {
  test = await startTestApp();
  ({ headers } = await makeKey(test, { scopes: ['events'] }));
  const make = async (kind: 'video' | 'audio' | 'document', seconds: number | null) => {
    const { id } = await makeResource(test, { kind, state: 'published' });
    await sql`update resources set duration_seconds = ${seconds} where id = ${id}`.execute(test.db);
    return id;
  };
  lecture = await make('video', 100);
  talk = await make('audio', 200);
  handout = await make('document', null);
  const view = (resourceId: string, more = {}) => ({ action: 'view', resourceId, ...more });
  const play = (resourceId: string, seconds: number, more = {}) => ({
    ...{ action: 'play', resourceId, seconds, positionMs: 1000 * seconds },
    ...more,
  });
  await send([
    // Three views that played half of the length on average, one of them nothing.
    ...[view(lecture), view(lecture), view(lecture, { courseId }), play(lecture, 50), play(lecture, 100, { courseId })],
    ...[view(talk), play(talk, 30)],
    // The handout has no duration.
    ...[view(handout), play(handout, 40), { action: 'download', resourceId: handout }],
    // Robots aren't counted in any figure.
    ...[view(lecture, { userAgent: 'bingbot/2.0' }), play(lecture, 100, { userAgent: 'bingbot/2.0' })],
  ]);
});
afterAll(() => test.close());

async function send(events: Record<string, unknown>[]): Promise<void> {
  const at = new Date(Date.now() - 120_000).toISOString();
  const sent = events.map((event) => ({ id: randomUUID(), at, ...event }));
  const { data } = await test.call(takePortalEvents, { body: { events: sent } }, { headers });
  expect(data.taken).toBe(events.length);
  await test.container.services.foldLoop.runOnce();
}

const stat = async (query: Record<string, string>) =>
  (await test.call(getAccessStat, { query: { measure, period: '2', ...query } as never }, { as: test.admin })).data;

describe('completion', () => {
  it('is play time divided by the length of all views', async () => {
    const data = await stat({ groupBy: 'resource' });
    expect(data.total).toEqual({ value: 180 / 500, exact: true });
    // Sorted by viewed length, not by ratio, because a ratio over few views says little.
    expect(data.groups.map(({ key, figure }) => [key, figure.value])).toEqual([
      [lecture, 150 / 300],
      [talk, 30 / 200],
    ]);
    const { data: overview } = await test.call(getLibraryFigures, { query: { period: '2' } }, { as: test.admin });
    expect(overview.completion).toEqual({ value: 180 / 500, before: null, exact: true });
  });

  it('can be grouped, includes groups without a value, and is empty where nothing was viewed', async () => {
    const byCourse = await stat({ groupBy: 'course' });
    expect(byCourse.groups.map(({ key, figure }) => [key, figure.value])).toEqual([
      [courseId, 1],
      [null, 80 / 400],
    ]);
    const byKind = await stat({ groupBy: 'kind' });
    expect(Object.fromEntries(byKind.groups.map(({ key, figure }) => [key, figure.value]))).toEqual({
      video: 0.5,
      audio: 0.15,
    });
    expect((await stat({ filter: 'kind', key: 'document' })).total.value).toBeNull();
    expect((await stat({ period: '2020-01-01..2020-01-02' })).total.value).toBeNull();
  });

  it('is that of the records that it opens, and of the tab of a resource', async () => {
    for (const of of [{}, { resource: lecture }, { kind: 'audio' }, { course: courseId }, { course: null }]) {
      const { period } = await stat({});
      const query = recordsOf({ ...period, measure, of });
      const { data } = await test.call(sumAccessRecords, { query: query as never }, { as: test.admin });
      const [[filter, key] = []] = Object.entries(of);
      const figure =
        filter === undefined
          ? (await stat({})).total
          : key === null
            ? (await stat({ groupBy: filter })).groups.find((group) => group.key === null)?.figure
            : (await stat({ filter, key: String(key) })).total;
      expect(data.completion, JSON.stringify(of)).toBe(figure?.value);
    }
    const tab = async (id: string) =>
      (await test.call(getResourceStat, { params: { id }, query: { period: '2' } }, { as: test.admin })).data;
    const { completion, series, parts } = await tab(lecture);
    expect(completion).toEqual({ value: 0.5, before: null, exact: true });
    expect(series.map((piece) => piece.completion).filter((value) => value !== null)).toEqual([0.5]);
    expect(parts.map((part) => part.completion)).toEqual([1]);
    expect((await tab(handout)).completion.value).toBeNull();
  });

  it('says of an hour in which something was viewed and nothing played that it is none of it', async () => {
    const before = await test.call(getAccessHeatMap, { query: { measure, period: '2' } }, { as: test.admin });
    expect(before.data.cells.map(({ value }) => value)).toEqual([0.36]);
  });

  it('counts repeated plays, even beyond the length', async () => {
    await send([
      { action: 'view', resourceId: talk },
      { action: 'play', resourceId: talk, seconds: 900, positionMs: 200_000 },
    ]);
    expect((await stat({ filter: 'resource', key: talk })).total.value).toBe(930 / 400);
  });

  it('is empty for plays without a view', async () => {
    const { id } = await makeResource(test, { kind: 'video', state: 'published' });
    await sql`update resources set duration_seconds = 10 where id = ${id}`.execute(test.db);
    await send([{ action: 'play', resourceId: id, seconds: 5, positionMs: 5000 }]);
    expect((await stat({ filter: 'resource', key: id })).total.value).toBeNull();
    await send([{ action: 'view', resourceId: id }]);
    expect((await stat({ filter: 'resource', key: id })).total.value).toBe(0.5);
  });
});
