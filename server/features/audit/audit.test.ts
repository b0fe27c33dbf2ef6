import { exportAudit, getAuditEntry, listAudit } from '@lectern/contract/features/audit.ts';
import { createMail } from '@lectern/contract/features/mail.ts';
import { updateSettings } from '@lectern/contract/features/settings.ts';
import { updateUser } from '@lectern/contract/features/user.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { AuditService } from './audit.service.ts';

let test: TestApp;
let anna: Identity;
let berta: Identity;
beforeAll(async () => {
  test = await startTestApp();
  anna = await test.identity({ roleId: 2, name: 'Anna Auditor' });
  berta = await test.identity({ roleId: 4, name: 'Berta Bee' });
  const change = { name: 'Berta Beeker', phone: '123', version: 1 };
  await test.call(updateUser, { params: { id: berta.userId }, body: change }, { as: anna });
});
afterAll(() => test.close());

type Query = Record<string, string | number>;
const list = async (query: Query = {}, as: Identity = test.admin) => test.call(listAudit, { query }, { as });

/** Old entries, so that they never come first. */
async function seed(count: number, action: string, options: { objectType?: string; ip?: string; days?: number } = {}) {
  const { objectType = 'resource', ip = '10.0.0.1', days = 1000 } = options;
  await sql`insert into activities (at, actor_id, action, object_type, object_id, ip)
    select now() - ${days} * interval '1 day' + n * interval '1 second', ${berta.userId}, ${action}, ${objectType},
      gen_random_uuid()::text, ${ip}
    from generate_series(1, ${count}) n`.execute(test.db);
}

describe('the audit log', () => {
  it('records who did what to what, from where, before and after', async () => {
    const { data } = await list({ action: 'user.updated' });
    expect(data.rows[0]).toMatchObject({
      action: 'user.updated',
      actor: { id: anna.userId, name: 'Anna Auditor', account: anna.account },
      object: { type: 'user', id: berta.userId, name: 'Berta Beeker', kind: null },
      ip: '127.0.0.1',
      before: { name: 'Berta Bee', phone: null },
      after: { name: 'Berta Beeker', phone: '123' },
      cut: false,
    });
    expect(data.count).toEqual({ value: 1, exact: true });
    const id = Number(data.rows[0]?.id);
    const entry = await test.call(getAuditEntry, { params: { id } }, { as: test.admin });
    expect(entry.data).toEqual({ ...data.rows[0], names: {} });
  });

  it('names a mail by its subject, even in delivery entries', async () => {
    const { data: mail } = await test.call(createMail, { body: { subject: 'Room change' } }, { as: test.admin });
    await sql`insert into activities (action, object_type, object_id, after)
      values ('mail.finished', 'mail', ${mail.id}, '{"state":"sent"}')`.execute(test.db);
    const { data } = await list({ objectId: mail.id });
    expect(data.rows.map(({ object }) => object.name)).toEqual(['Room change', 'Room change']);
  });

  it('names the objects behind the IDs in its values', async () => {
    const { rows } = await sql<{ id: number }>`insert into activities (action, object_type, object_id, before, after)
      values ('task.updated', 'task', 'gone', ${JSON.stringify({ assigneeId: anna.userId })},
        ${JSON.stringify({ assigneeId: berta.userId, tagIds: ['0197a0d0-0000-7000-8000-000000000009'] })})
      returning id`.execute(test.db);
    const { data } = await test.call(getAuditEntry, { params: { id: Number(rows[0]?.id) } }, { as: test.admin });
    expect(data.names).toEqual({ [anna.userId]: 'Anna Auditor', [berta.userId]: 'Berta Beeker' });
  });

  it('finds actions by their name on screen, in either language', async () => {
    for (const action of ['User changed', '修改用户', 'user.up']) {
      expect(
        (await list({ action })).data.rows.map((row) => row.action),
        action,
      ).toEqual(['user.updated']);
    }
    expect((await list({ action: 'no such thing' })).data.rows).toEqual([]);
  });

  it('filters by person, object, type, day, address and automatic actions', async () => {
    await seed(3, 'resource.updated', { ip: '10.9.9.9' });
    const today = new Date().toISOString().slice(0, 10);
    const ids = async (query: Query) => (await list(query)).data.rows.map(({ action }) => action);
    expect(await ids({ actor: anna.userId })).toEqual(['user.updated']);
    expect(await ids({ objectId: berta.userId, object: 'user' })).toEqual(['user.updated']);
    expect(await ids({ ip: '10.9.9.9' })).toEqual(Array(3).fill('resource.updated'));
    expect(await ids({ object: 'resource', at: `${today}..` })).toEqual([]);
    expect(await ids({ actor: berta.userId, byProduct: 'yes' })).toEqual([]);
    expect(await ids({ search: 'Anna Aud' })).toEqual(['user.updated']);
    expect(await ids({ search: 'Beeker', tab: 'people' })).toEqual(['user.updated']);
  });

  it('counts its tabs up to a limit, and says so', async () => {
    await seed(10_001, 'review.decided', { objectType: 'review' });
    const { tabs } = (await list({ tab: 'content' })).data;
    expect(tabs.content).toEqual({ value: 10_000, exact: false });
    expect(tabs.signIn).toEqual({ value: 1, exact: true });
    expect(tabs.people?.exact).toBe(true);
  });

  it('pages in both directions without losing or repeating entries of the same instant', async () => {
    await sql`insert into activities (at, action, object_type, object_id)
      select '2020-01-01', 'tag.created', 'tag', n::text from generate_series(1, 60) n`.execute(test.db);
    const first = (await list({ action: 'tag.created', size: 25 })).data;
    const second = (await list({ action: 'tag.created', size: 25, cursor: first.next ?? '' })).data;
    const third = (await list({ action: 'tag.created', size: 25, cursor: second.next ?? '' })).data;
    const walked = [first, second, third].flatMap((page) => page.rows.map((row) => row.object.id));
    expect(walked).toEqual(Array.from({ length: 60 }, (_, at) => String(60 - at)));
    const back = (await list({ action: 'tag.created', size: 25, cursor: third.previous ?? '' })).data;
    expect(back.rows.map((row) => row.id)).toEqual(second.rows.map((row) => row.id));
  });

  it.each([
    ['-at', 'next', '2026-01-01', '1; drop table activities'],
    ['-at', 'next', 'x', '00000000-0000-4000-8000-000000000000'],
    ['at', 'next', '2026-01-01', '1'],
    'garbage',
  ])('refuses an unknown cursor: %j', async (...cursor) => {
    const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    expect((await list({ cursor: text })).failure).toMatchObject({ status: 422, code: 'invalidInput' });
  });

  it('truncates long values in the list and shows them in full in the entry', async () => {
    const noise = Array.from({ length: 1_000 }, (_, at) => `${at}-${Math.sin(at)}`);
    await sql`insert into activities (action, object_type, object_id, after)
      values ('tag.merged', 'tag', 'long', ${JSON.stringify({ noise })}::jsonb)`.execute(test.db);
    const row = (await list({ action: 'tag.merged' })).data.rows[0];
    expect(row).toMatchObject({ cut: true, after: null });
    const entry = await test.call(getAuditEntry, { params: { id: Number(row?.id) } }, { as: test.admin });
    expect(entry.data).toMatchObject({ cut: false, after: { noise } });
  });

  it('shows addresses to super administrators only, and doesn’t reveal them by its filter', async () => {
    expect((await list({ action: 'user.updated' }, anna)).data.rows[0]).toMatchObject({ ip: null });
    expect((await list({ ip: '127.0.0.1' }, anna)).data.rows).toEqual([]);
    const specialist = await test.identity({ roleId: 3 });
    expect((await list({}, specialist)).failure.status).toBe(403);
  });
});

describe('the audit export', () => {
  it('has the rows of the list without formulas, and is logged itself', async () => {
    await sql`insert into activities (action, object_type, object_id, after)
      values ('subject.created', 'subject', 'evil', '{"name": "=HYPERLINK(1)"}')`.execute(test.db);
    const query = { format: 'csv', columns: 'at,action,object,after', action: 'subject.created' };
    const answer = await test.app.inject({
      url: '/api/system/audit/export',
      query,
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Subject created [subject.created]');
    expect(answer.body).toContain('=HYPERLINK(1)');
    expect(answer.body.split('\r\n').some((line) => /(^|,)=/.test(line))).toBe(false);
    const noted = (await list({ action: 'audit.exported' })).data.rows[0];
    expect(noted).toMatchObject({ actor: { id: test.admin.userId }, after: { action: 'subject.created' } });
    expect(exportAudit.access).toMatchObject({ ability: 'superAdmin' });
  });
});

describe('audit retention', () => {
  it('is unlimited by default and never below 90 days', async () => {
    const tooShort = { settings: { auditDays: 30 }, version: 0 };
    const answer = await test.call(updateSettings, { body: tooShort }, { as: test.admin });
    expect(answer.failure.code).toBe('invalidInput');
    const kept = new AuditService(test.db, { current: async () => ({ ...(await settings()), auditDays: 0 }) });
    await seed(2, 'folder.moved', { days: 3000 });
    expect(await kept.expire(new AbortController().signal)).toBe(0);
  });

  it('removes older entries, logs that, and keeps rejection reasons', async () => {
    await seed(2, 'resource.rejected', { days: 3000 });
    const short = new AuditService(test.db, { current: async () => ({ ...(await settings()), auditDays: 2900 }) });
    expect(await short.expire(new AbortController().signal)).toBe(2);
    expect((await list({ action: 'folder.moved' })).data.rows).toEqual([]);
    expect((await list({ action: 'resource.rejected' })).data.rows).toHaveLength(2);
    const noted = (await list({ action: 'audit.expired' })).data.rows[0];
    expect(noted).toMatchObject({ actor: null, after: { olderThanDays: 2900, removed: 2 } });
  });
});

const settings = () => test.container.services.settings.current() as ReturnType<SettingsService['current']>;
