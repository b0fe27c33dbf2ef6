import { randomUUID } from 'node:crypto';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccessSums, recountAccess } from '../../../testing/recount-access.ts';
import { makeResource } from '../../../testing/resource-rig.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { judgeEvent } from '../event/access-event.policy.ts';
import { AccessEventService } from '../event/access-event.service.ts';
import { FoldLoop } from './fold-loop.ts';
import { compareSums, rebuildSums } from './rebuild.ts';

const timeZone = 'America/New_York';
const dayMs = 24 * 3_600_000;
const { one, upTo } = seededRandom(7);
let test: TestApp;
let loop: FoldLoop;
let resource: string;

beforeAll(async () => {
  test = await startTestApp();
  loop = new FoldLoop({ db: test.db, timeZone, logger: pino({ level: 'silent' }) });
  resource = (await makeResource(test, { kind: 'video' })).id;
  await sql`update resources set duration_seconds = 50`.execute(test.db);
});
afterAll(() => test.close());

async function send(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), at: new Date(Date.now() - upTo(8 * dayMs)).toISOString(), action: one(accessActions) },
    ...{
      resourceId: resource,
      query: 'waves',
      hits: upTo(1),
      reader: `r${upTo(9)}`,
      positionMs: upTo(50_000),
      seconds: upTo(9),
    },
  }));
  const judged = events.map((event) => judgeEvent(event, Date.now()));
  await new AccessEventService(test.db).store({ source: 'portal', keyId: randomUUID(), role: 'reader' }, judged);
}

const parts = () => ({ db: test.db, timeZone });

async function expectExact(): Promise<void> {
  expect(await readAccessSums(test.db)).toEqual(await recountAccess(test.db, timeZone));
  expect(await compareSums(parts())).toEqual([]);
}

describe('rebuilt rollups', () => {
  it('are unchanged if right, and corrected if wrong', async () => {
    await send(150);
    await loop.runOnce();
    await expectExact();
    await sql`update access_rollups set views = views + 1 where key = 0`.execute(test.db);
    await sql`delete from access_viewers where key = 0`.execute(test.db);
    await sql`update access_resource_rollups set plays = 0 where span = 'month'`.execute(test.db);
    const found = await compareSums(parts());
    const wrong = new Set(found.map(({ table, of }) => `${table} ${of.length === 7 ? 'month' : 'day'}`));
    expect([...wrong].sort()).toEqual([
      ...['access_resource_rollups month', 'access_rollups day', 'access_rollups month', 'access_viewers day'],
    ]);
    await rebuildSums(parts());
    await expectExact();
  });

  it('count events that arrive during the rebuild once, and resume after an interruption', async () => {
    await send(80);
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      if (lines.length === 3) throw new Error('cut off');
    };
    await expect(rebuildSums({ ...parts(), log })).rejects.toThrow('cut off');
    await send(20);
    await loop.fold();
    // The first run had rebuilt the sums of all months and stopped at the viewers of some days.
    expect(await rebuildSums(parts())).toBe(0);
    await loop.runOnce();
    await expectExact();
  });

  it('are of another time zone when the platform moved', async () => {
    const there = 'Asia/Kolkata';
    await rebuildSums({ db: test.db, timeZone: there });
    expect(await compareSums({ db: test.db, timeZone: there })).toEqual([]);
  });
});
