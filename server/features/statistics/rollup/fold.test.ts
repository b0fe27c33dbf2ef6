import { randomUUID } from 'node:crypto';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../../platform/db/database.ts';
import { readAccessSums, recountAccess } from '../../../testing/recount-access.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';
import { FoldLoop } from './fold-loop.ts';

const timeZone = 'Asia/Shanghai';
const logger = pino({ level: 'silent' });
const folderName = 'lectern-folder';
const day = 24 * 3_600_000;

let test: TestApp;
let events: AccessEventService;
let loop: FoldLoop;
let resources: string[];
/** A separate connection pool, so its connections can be killed without affecting the test's. */
let folder: { db: Db; close(): Promise<void> };

beforeAll(async () => {
  test = await startTestApp();
  events = new AccessEventService(test.db);
  const opened = openDatabase({ databaseUrl: test.databaseUrl, applicationName: folderName, poolSize: 2 });
  folder = { db: opened.db, close: () => opened.db.destroy() };
  loop = new FoldLoop({ db: folder.db, timeZone, logger });
  const kinds = ['video', 'audio', 'document', 'image'] as const;
  resources = (await Promise.all(kinds.map((kind) => makeResource(test, { kind })))).map(({ id }) => id);
  await sql`update resources set duration_seconds = 61.7 where kind in ('video', 'audio')`.execute(test.db);
});
afterAll(async () => {
  await folder.close();
  await test.close();
});

const { one, chance, upTo } = seededRandom(20_260_811);
const some = <Value>(value: () => Value): Value | undefined => (chance(0.5) ? value() : undefined);
const [courses, chapters, columns] = [0, 1, 2].map(() => [randomUUID(), randomUUID()]) as [
  string[],
  string[],
  string[],
];
const keys = [randomUUID(), randomUUID()];

function randomEvent(latestDays: number): Record<string, unknown> {
  const action = one(accessActions);
  return {
    id: randomUUID(),
    at: new Date(Date.now() - upTo(latestDays * day)).toISOString(),
    action,
    resourceId: action === 'search' ? undefined : chance(0.9) ? one(resources) : randomUUID(),
    courseId: some(() => one(courses)),
    chapterId: some(() => one(chapters)),
    columnId: some(() => one(columns)),
    reader: some(() => `reader ${upTo(40)}`),
    visit: some(() => `visit ${upTo(100)}`),
    device: some(() => one(['desktop', 'mobile', 'tablet', 'other'])),
    userAgent: chance(0.1) ? 'Googlebot/2.1' : undefined,
    ...(action === 'play' && {
      positionMs: upTo(70_000),
      seconds: upTo(30_000) / 1000,
    }),
    ...(action === 'search' && {
      query: one(['Light', ' light ', 'dark  matter', '光合作用']),
      hits: upTo(2),
    }),
  };
}

const send = (key: string, sent: readonly unknown[]) =>
  events.store(
    { source: 'portal', keyId: key, role: 'reader' },
    sent.map((event) => judgeEvent(event, Date.now())),
  );

/** Stores the events as if they had arrived when they happened. */
const sendInTime = (key: string, sent: readonly { at: string }[]) =>
  events.store(
    { source: 'portal', keyId: key, role: 'reader' },
    sent.map((event) => judgeEvent(event, Date.parse(event.at))),
  );

async function expectExact(): Promise<void> {
  await loop.runOnce();
  const [sums, recounted] = [await readAccessSums(test.db), await recountAccess(test.db, timeZone)];
  for (const table of Object.keys(recounted)) expect(sums[table], table).toEqual(recounted[table]);
  expect(Object.keys(sums).sort()).toEqual(Object.keys(recounted).sort());
}

/** Kills a connection that is folding; true if it was in the middle of a query. */
async function cutFolder(): Promise<boolean> {
  const { rows } = await sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
    where application_name = ${folderName} and state <> 'idle' and query ilike '%access_%'`.execute(test.db);
  return rows.some(({ cut }) => cut);
}

describe('the sums of access events', () => {
  it('equal a recount, with late, repeated and parallel events and killed workers', async () => {
    const sent: Record<string, unknown>[] = [];
    let cuts = 0;
    for (let round = 0; round < 3; round += 1) {
      // New and late events, some of them sent before.
      const batches = Array.from({ length: 4 }, () => {
        const fresh = Array.from({ length: 40 }, () => randomEvent(round % 2 === 0 ? 2 : 30));
        const again = sent.length > 0 ? Array.from({ length: 10 }, () => one(sent)) : [];
        sent.push(...fresh);
        return [...fresh, ...again];
      });
      const intake = Promise.all(batches.map((batch) => send(one(keys), batch)));
      const folding = (async () => {
        for (let more = true; more; ) more = await loop.fold(50).catch(() => true);
      })();
      const cutting = (async () => {
        for (let tries = 0; tries < 15; tries += 1) cuts += Number(await cutFolder());
      })();
      await Promise.all([intake, folding, cutting]);
      await expectExact();
    }
    expect(cuts).toBeGreaterThan(0);
    // Counts at least the distinct events sent; `expectExact` has checked that none was folded twice.
    const { rows } = await sql<{ count: number }>`select count(*) as count from access_events`.execute(test.db);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(sent.length);
  });

  it('stay as they are when there is nothing new, and when two want to sum at once', async () => {
    const before = await readAccessSums(test.db);
    await Promise.all([loop.runOnce(), new FoldLoop({ db: test.db, timeZone, logger }).runOnce()]);
    expect(await readAccessSums(test.db)).toEqual(before);
    await send(
      keys[0] as string,
      Array.from({ length: 90 }, () => randomEvent(20)),
    );
    const other = new FoldLoop({ db: test.db, timeZone, logger });
    await Promise.all([loop.fold(30), other.fold(30), loop.fold(30), other.fold(30)]);
    await expectExact();
  });

  it('of months that are over have each person once', async () => {
    const long = Array.from({ length: 300 }, () => {
      const at = new Date(Date.now() - (100 + upTo(130)) * day).toISOString();
      return { ...randomEvent(1), at };
    });
    await sendInTime(one(keys), long);
    await expectExact();
    const { rows } = await sql<{ months: number }>`
      select count(distinct day)::integer as months from access_viewers where span = 'month'`.execute(test.db);
    expect(rows[0]?.months).toBeGreaterThanOrEqual(4);
    // Late events mark their month for recounting.
    await sendInTime(
      one(keys),
      long.slice(0, 20).map((event) => ({ ...event, id: randomUUID(), reader: 'late' })),
    );
    await expectExact();
  });

  it('keep what an event was about when its resource moves', async () => {
    const [id] = resources;
    await send(keys[0] as string, [{ ...randomEvent(1), action: 'view', resourceId: id }]);
    await sql`update resources set kind = 'image', department_id = null where id = ${id}`.execute(test.db);
    await send(keys[0] as string, [{ ...randomEvent(1), action: 'view', resourceId: id }]);
    await expectExact();
    const { rows } = await sql<{ kind: string }>`
      select distinct kind from access_events where resource_id = ${id}`.execute(test.db);
    expect(rows.length).toBe(2);
  });
});
