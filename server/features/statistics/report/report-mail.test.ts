import { createSavedReport } from '@lectern/contract/features/saved-report.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResource } from '../../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { AccessStatService } from '../access-stat/access-stat.service.ts';
import { LibraryStatService } from '../library-stat/library-stat.service.ts';
import { ReportMailService } from './report-mail.service.ts';

const timeZone = 'UTC';
const signal = new AbortController().signal;
let test: TestApp;
let owner: Identity;
let mails: { userId: string; params: { title: string; text: string }; link?: string }[] = [];

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.identity({ roleId: 4, pages: ['/app/data/resource', '/app/data/accessStat'] });
  await makeResource(test, { owner, state: 'draft' });
  await makeResource(test, { state: 'draft' });
});
afterAll(() => test.close());

function service(): ReportMailService {
  return new ReportMailService({
    ...{ db: test.db, timeZone, stats: new AccessStatService(test.db, { timeZone }) },
    library: new LibraryStatService({
      ...{ db: test.db, timeZone, freeBytes: async () => null },
      shown: ({ userId, roleId }) => (roleId <= 2 ? sql`true` : sql`resources.owner_id = ${userId}`),
    }),
    mail: () => ({ configured: () => true, queue: async (_transaction, entry) => void mails.push(entry) }),
    actorOf: async (userId) => {
      const { principal } = await test.context(owner);
      const { rows } = await sql<{ role_id: 1 | 2 | 3 | 4; access: number }>`
        select role_id, access from users where id = ${userId}`.execute(test.db);
      return { principal: { ...principal, roleId: rows[0]?.role_id ?? 4 }, forbidden: rows[0]?.access !== 0 };
    },
    languageOf: async () => 'en',
  });
}

describe('a report by mail', () => {
  it('goes out once a day, of what its owner may see at that moment', async () => {
    const values = { name: 'Mine', address: 'period=30', shared: false, mailed: 'daily' } as const;
    await test.call(createSavedReport, { body: { page: 'data.resource', ...values } }, { as: owner });
    await test.call(
      createSavedReport,
      { body: { page: 'data.accessStat', ...values, name: 'Used', address: 'groupBy=kind' } },
      { as: owner },
    );
    expect(await service().sendDue(signal)).toBe(2);
    const [first, second] = mails.sort((one, other) => one.params.title.localeCompare(other.params.title));
    expect(first).toMatchObject({ userId: owner.userId, link: '/app/data/resource?period=30' });
    expect(first?.params.text).toContain('Resources: 1');
    expect(second?.params.text).toContain('Views: 0');
    expect(await service().sendDue(signal)).toBe(0);
    mails = [];
    await sql`update users set role_id = 2 where id = ${owner.userId}`.execute(test.db);
    await sql`update saved_reports set last_mailed_at = now() - interval '25 hours'`.execute(test.db);
    expect(await service().sendDue(signal)).toBe(2);
    expect(mails.find(({ params }) => params.title === 'Mine')?.params.text).toContain('Resources: 2');
  });

  it('does not go to whoever is forbidden', async () => {
    mails = [];
    await sql`update saved_reports set last_mailed_at = null`.execute(test.db);
    await sql`update users set access = 1 where id = ${owner.userId}`.execute(test.db);
    expect(await service().sendDue(signal)).toBe(0);
    expect(mails).toEqual([]);
  });
});
