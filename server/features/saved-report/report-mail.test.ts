import { createSavedReport, listSavedReports, updateSavedReport } from '@lectern/contract/features/saved-report.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../platform/http/principal.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { LibraryStatService } from '../library-stat/library-stat.service.ts';
import { AccessStatService } from '../statistics/figures/access-stat.service.ts';
import type { ReportFigures } from './report-figures.ts';
import { ReportMailService } from './report-mail.service.ts';

const timeZone = 'UTC';
const signal = new AbortController().signal;
let test: TestApp;
let owner: Identity;
let principal: Principal;
let mails: { userId: string; params: ReportFigures & { title: string }; link?: string }[] = [];

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.identity({ roleId: 4, pages: ['/app/data/resource', '/app/data/accessStat'] });
  ({ principal } = await test.context(owner));
  await makeResource(test, { owner, state: 'draft' });
  await makeResource(test, { state: 'draft' });
});
afterAll(() => test.close());

function service(): ReportMailService {
  return new ReportMailService({
    ...{ db: test.db, stats: new AccessStatService(test.db, { timeZone }) },
    library: new LibraryStatService({
      ...{ db: test.db, timeZone, freeBytes: async () => null },
      shown: ({ userId, roleId }) => (roleId <= 2 ? sql`true` : sql`resources.owner_id = ${userId}`),
    }),
    mail: { configured: () => true, queue: async (_transaction, entry) => void mails.push(entry) },
    actorOf: async (userId) => {
      const { rows } = await sql<{ role_id: 1 | 2 | 3 | 4; access: number }>`
        select role_id, access from users where id = ${userId}`.execute(test.db);
      return { principal: { ...principal, roleId: rows[0]?.role_id ?? 4 }, forbidden: rows[0]?.access !== 0 };
    },
    languageOf: async () => 'en',
  });
}

/** Moves the mailing times into the past. */
async function wait(time: string): Promise<void> {
  await sql`update saved_reports set next_mailed_at = next_mailed_at - ${time}::interval,
    last_mailed_at = last_mailed_at - ${time}::interval`.execute(test.db);
}

const values = { name: 'Mine', address: 'period=30', shared: false, mailed: 'daily' } as const;
const listed = async () =>
  (await test.call(listSavedReports, { query: { page: 'data.resource' } }, { as: owner })).data.find(
    ({ name }) => name === 'Mine',
  );

describe('a report by mail', () => {
  it('is sent once, at its time, with what its owner may see then', async () => {
    await test.call(createSavedReport, { body: { page: 'data.resource', ...values } }, { as: owner });
    await test.call(
      createSavedReport,
      { body: { page: 'data.accessStat', ...values, name: 'Used', address: 'groupBy=kind' } },
      { as: owner },
    );
    expect(await service().sendDue(signal)).toBe(0);
    await wait('1 day');
    expect(await service().sendDue(signal)).toBe(2);
    const [first, second] = mails.sort((one, other) => one.params.title.localeCompare(other.params.title));
    expect(first).toMatchObject({ userId: owner.userId, link: '/app/data/resource?period=30' });
    expect(first?.params.figures[0]).toEqual({ name: 'Resources', value: '1', note: '(previously 0)' });
    expect(second?.params.figures).toEqual([{ name: 'Views', value: '0', note: '(previously 0)' }]);
    expect(second?.params.groups).toBeNull();
    expect(await service().sendDue(signal)).toBe(0);
    mails = [];
    await sql`update users set role_id = 2 where id = ${owner.userId}`.execute(test.db);
    await wait('1 day');
    expect(await service().sendDue(signal)).toBe(2);
    expect(mails.find(({ params }) => params.title === 'Mine')?.params.figures[0]).toMatchObject({ value: '2' });
  });

  it('that was missed for long comes once', async () => {
    mails = [];
    await wait('40 days');
    expect(await service().sendDue(signal)).toBe(2);
    expect(await service().sendDue(signal)).toBe(0);
    expect(mails).toHaveLength(2);
  });

  it('is sent by one of several workers', async () => {
    mails = [];
    await wait('1 day');
    await Promise.all([service().sendDue(signal), service().sendDue(signal), service().sendDue(signal)]);
    expect(mails).toHaveLength(2);
  });

  it('keeps its day, hour and time zone, and says when it comes next', async () => {
    const report = await listed();
    if (!report) throw new Error('there is no report');
    expect(report.mailedOn).toEqual({ weekday: 1, monthDay: 1, hour: 7, timeZone: 'UTC' });
    const mailedOn = { weekday: 5, monthDay: 31, hour: 18, timeZone: 'Asia/Shanghai' };
    const { data } = await test.call(
      updateSavedReport,
      { params: { id: report.id }, body: { mailed: 'weekly', mailedOn, version: report.version } },
      { as: owner },
    );
    expect(data).toMatchObject({ mailed: 'weekly', mailedOn });
    const next = new Date(data.nextMailedAt ?? 0);
    // 18:00 in Shanghai is 10:00 UTC.
    expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([5, 10, 0]);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    const renamed = await test.call(
      updateSavedReport,
      { params: { id: report.id }, body: { name: 'Mine', version: data.version } },
      { as: owner },
    );
    expect(renamed.data.nextMailedAt).toBe(data.nextMailedAt);
    const stopped = await test.call(
      updateSavedReport,
      { params: { id: report.id }, body: { mailed: 'none', version: renamed.data.version } },
      { as: owner },
    );
    expect(stopped.data.nextMailedAt).toBeNull();
  });

  it.each([
    { weekday: 0 },
    { weekday: 8 },
    { monthDay: 0 },
    { monthDay: 30 },
    { hour: 24 },
    { hour: 7.5 },
    { timeZone: 'Moon/Crater' },
    { timeZone: "'; drop table users" },
  ])('takes no %j', async (wrong) => {
    const report = await listed();
    const mailedOn = { weekday: 1, monthDay: 1, hour: 7, timeZone: 'UTC', ...wrong };
    const { status } = await test.call(
      updateSavedReport,
      { params: { id: report?.id ?? '' }, body: { mailed: 'weekly', mailedOn, version: report?.version ?? 0 } },
      { as: owner },
    );
    expect(status).toBe(422);
  });

  it('skips forbidden owners and resumes when they are allowed again', async () => {
    mails = [];
    await wait('1 day');
    await sql`update users set access = 1 where id = ${owner.userId}`.execute(test.db);
    expect(await service().sendDue(signal)).toBe(0);
    expect(mails).toEqual([]);
    await sql`update users set access = 0 where id = ${owner.userId}`.execute(test.db);
    expect(await service().sendDue(signal)).toBe(0);
    await wait('1 day');
    expect(await service().sendDue(signal)).toBe(1);
  });
});
