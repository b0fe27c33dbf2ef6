import { randomUUID } from 'node:crypto';
import { defaultPlatformSettings } from '@lectern/contract/features/settings.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { FoldLoop } from '../rollup/fold-loop.ts';
import { compareSums } from '../rollup/rebuild.ts';
import { judgeEvent } from './access-event.policy.ts';
import { AccessEventService } from './access-event.service.ts';
import { ForgetService } from './forget.service.ts';

const timeZone = 'UTC';
const dayMs = 24 * 3_600_000;
const signal = new AbortController().signal;
let test: TestApp;
let loop: FoldLoop;

beforeAll(async () => {
  test = await startTestApp();
  loop = new FoldLoop({ db: test.db, timeZone, logger: pino({ level: 'silent' }) });
  const events = Array.from({ length: 60 }, (_, number) => ({
    ...{ id: randomUUID(), at: new Date(Date.now() - (number % 20) * dayMs).toISOString(), action: 'view' },
    ...{ resourceId: randomUUID(), reader: `r${number % 7}`, visit: `v${number}`, ip: '10.0.0.1' },
  }));
  const judged = events.map((event) => judgeEvent(event, Date.now()));
  await new AccessEventService(test.db).store({ source: 'portal', keyId: randomUUID(), role: 'reader' }, judged);
  await loop.runOnce();
});
afterAll(() => test.close());

const service = (change: Partial<typeof defaultPlatformSettings>) =>
  new ForgetService(test.db, { current: async () => ({ ...defaultPlatformSettings, ...change }) });

async function count(condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from access_events where ${sql.raw(condition)}`.execute(test.db);
  return rows[0]?.count ?? 0;
}

describe('records that had their time', () => {
  it('lose their address after the set number of days, or never', async () => {
    expect(await service({ accessAddressDays: 0 }).addresses(signal)).toBe(0);
    const old = await count("at < now() - interval '10 days'");
    expect(await service({ accessAddressDays: 10 }).addresses(signal)).toBe(old);
    expect(await count('ip is null')).toBe(old);
  });

  it('lose their person, while viewers per day stay', async () => {
    expect(await service({ accessPersonDays: 0 }).people(signal)).toBe(0);
    const before = await count('reader is not null');
    const forgotten = await service({ accessPersonDays: 5 }).people(signal);
    expect(forgotten).toBeGreaterThan(0);
    expect(await count('reader is not null')).toBe(before - forgotten);
    expect(await count("reader is not null and at < now() - interval '7 days'")).toBe(0);
    expect(await count('viewer is null')).toBe(0);
    const { rows } = await sql<{ anew: number; kept: number }>`
      select count(distinct viewer)::integer as anew, max(kept.viewers) as kept from access_events
      join access_viewers kept on kept.day = (at at time zone 'UTC')::date and kept.key = 0 and kept.span = 'day'
      group by kept.day`.execute(test.db);
    expect(rows.map(({ anew }) => anew)).toEqual(rows.map(({ kept }) => kept));
  });

  it('go by whole months, while their sums stay', async () => {
    await sql`select ensure_access_months(now() - interval '200 days', now())`.execute(test.db);
    await sql`insert into access_events (at, event_id, source, action, resource_id)
      select now() - interval '180 days', gen_random_uuid(), 'portal', 'view', gen_random_uuid()
      from generate_series(1, 5)`.execute(test.db);
    await loop.runOnce();
    const sum = async () =>
      (
        await sql<{ views: number }>`select sum(views)::integer as views from access_rollups
          where span = 'day' and key = 0 and within = 0`.execute(test.db)
      ).rows[0]?.views;
    const before = await sum();
    expect(await service({ accessMonths: 0 }).dropMonths(signal)).toBe(0);
    expect(await service({ accessMonths: 3 }).dropMonths(signal)).toBeGreaterThan(0);
    expect(await count("at < now() - interval '150 days'")).toBe(0);
    expect(await sum()).toBe(before);
    const differences = await compareSums({ db: test.db, timeZone });
    expect(differences.filter(({ table }) => table !== 'access_viewers')).toEqual([]);
  });
});
