import { randomUUID } from 'node:crypto';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalContext } from '../../../platform/http/request-context.ts';
import { makeKey, type SiteKey } from '../../../testing/portal-rig.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deviceOf, isRobot } from './access-event.policy.ts';
import { AccessEventService } from './access-event.service.ts';

let test: TestApp;
let key: SiteKey;

beforeAll(async () => {
  test = await startTestApp();
  key = await makeKey(test, { scopes: ['events'] });
});
afterAll(() => test.close());

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const day = 24 * 3_600_000;

function event(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: randomUUID(), at: ago(1000), action: 'view', resourceId: randomUUID(), ...change };
}

const send = (events: unknown[], as: SiteKey = key) =>
  test.call(takePortalEvents, { body: { events } }, { headers: as.headers });

const monthOf = (at: string) => `access_events_${at.slice(0, 7).replace('-', '_')}`;

async function stored(id: unknown) {
  const { rows } = await sql<Record<string, unknown>>`
    select *, tableoid::regclass::text as partition from access_events where event_id = ${id}::uuid`.execute(test.db);
  return rows;
}

describe('reader activity', () => {
  it('is stored as sent, in the partition of its month', async () => {
    const play = event({
      ...{ action: 'play', courseId: randomUUID(), chapterId: randomUUID(), reader: 'r-1', visit: 'v-1' },
      ...{ positionMs: 61_500, seconds: 12.5, ip: '2001:db8::7', device: 'tablet' },
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    });
    const search = event({ action: 'search', query: '光合作用', hits: 3, resourceId: undefined });
    const click = event({ action: 'click', homeEntryId: randomUUID() });
    const { data } = await send([play, search, click]);
    expect(data).toMatchObject({ taken: 3, known: 0, refused: 0 });
    const [row] = await stored(play.id);
    expect(row).toMatchObject({
      ...{ action: 'play', source: 'portal', key_id: key.id, resource_id: play.resourceId, reader: 'r-1' },
      ...{ position_ms: 61_500, seconds: 12.5, device: 'tablet', robot: false },
      partition: `access_events_${String(play.at).slice(0, 7).replace('-', '_')}`,
    });
    expect((await stored(search.id))[0]).toMatchObject({ query: '光合作用', hits: 3 });
    expect((await stored(click.id))[0]).toMatchObject({ home_entry_id: click.homeEntryId });
    const { rows } = await sql`select from access_events_other`.execute(test.db);
    expect(rows).toEqual([]);
  });

  it('is taken once by its id, in one batch, in the next and under another time', async () => {
    const one = event();
    const first = await send([one, one, { ...one, at: ago(5000) }]);
    expect(first.data.results.map(({ result }) => result)).toEqual(['taken', 'known', 'known']);
    const second = await send([{ ...one, at: ago(20 * day) }, event()]);
    expect(second.data.results.map(({ result }) => result)).toEqual(['known', 'taken']);
    expect(await stored(one.id)).toHaveLength(1);
  });

  it('is taken once however often it is sent at the same moment', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, round) => send(ids.map((id) => event({ id, at: ago(1000 + round * 3_600_000) })))),
    );
    expect(answers.reduce((sum, { data }) => sum + data.taken, 0)).toBe(20);
    const { rows } = await sql<{ count: number }>`select count(*) as count from access_events
      where event_id = any (${ids}::uuid[])`.execute(test.db);
    expect(rows[0]?.count).toBe(20);
  });

  it('of a new month is accepted from many at once', async () => {
    await sql`drop table if exists ${sql.ref(monthOf(ago(20 * day)))}`.execute(test.db);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const app = new AccessEventService(test.db);
        const context = { apiKey: { keyId: randomUUID() } } as unknown as PortalContext;
        return app.take(
          context,
          Array.from({ length: 200 }, () => event({ at: ago(20 * day) })),
        );
      }),
    );
    expect(answers.map(({ taken }) => taken)).toEqual(answers.map(() => 200));
  });

  it('is another event when another site has made the same id', async () => {
    const other = await makeKey(test, { scopes: ['events'] });
    const one = event();
    expect((await send([one])).data.taken).toBe(1);
    expect((await send([one], other)).data.taken).toBe(1);
    expect(await stored(one.id)).toHaveLength(2);
  });

  it.each([
    ['without an id', { id: undefined }],
    ['with an id that is none', { id: 'x' }],
    ['of an action that is none', { action: 'steal' }],
    ['with a field that is none', { password: 'x' }],
    ['of long ago', { at: ago(32 * day) }],
    ['of the future', { at: ago(-10 * 60_000) }],
    ['of no time', { at: '2026-13-45T99:99:99Z' }],
    ['that plays nothing', { action: 'play', resourceId: undefined }],
    ['that searches for nothing', { action: 'search' }],
    ['that clicks on nothing', { action: 'click', resourceId: undefined }],
    ['before the beginning', { action: 'play', positionMs: -1 }],
    ['from nowhere', { ip: '999.1.1.1' }],
    ['by too long a name', { reader: 'x'.repeat(101) }],
  ])('%s is refused, and keeps no other out', async (_name, change) => {
    const { http, data } = await send([event(change), event()]);
    expect(http).toBe(200);
    expect(data.results.map(({ result }) => result)).toEqual(['refused', 'taken']);
    expect(data.results[0]?.why).toBeTruthy();
  });

  it.each([[[]], [Array.from({ length: 1001 }, () => ({}))]])(
    'in too few or too many is refused whole',
    async (events) => {
      expect((await send(events)).http).toBe(422);
    },
  );

  it('by robots is marked, by how they name themselves', async () => {
    const one = event({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
    await send([one]);
    expect((await stored(one.id))[0]?.robot).toBe(true);
    for (const robot of ['curl/8.5.0', 'python-requests/2.31', 'Mozilla/5.0 HeadlessChrome/120', 'bingbot/2.0']) {
      expect(isRobot(robot), robot).toBe(true);
    }
    for (const person of ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0', 'Mozilla/5.0 (iPhone) Safari', undefined]) {
      expect(isRobot(person), person).toBe(false);
    }
    expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148')).toBe('mobile');
    expect(deviceOf('Mozilla/5.0 (iPad; CPU OS 18_0)')).toBe('tablet');
    expect(deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('desktop');
  });

  it('of months to come has its partition ahead of time', async () => {
    await sql`select ensure_access_months(now(), now() + interval '62 days')`.execute(test.db);
    await sql`select ensure_access_months(now(), now() + interval '62 days')`.execute(test.db);
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_inherits
      where inhparent = 'access_events'::regclass`.execute(test.db);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(4);
  });
});
