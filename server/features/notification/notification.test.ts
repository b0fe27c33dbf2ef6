import { listNotifications, readNotifications } from '@lectern/contract/features/notification.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ada: Identity;
let bob: Identity;
beforeAll(async () => {
  app = await startTestApp();
  [ada, bob] = [await app.identity({ roleId: 4 }), await app.identity({ roleId: 4 })];
});
beforeEach(async () => {
  await app.db.deleteFrom('notifications').execute();
});
afterAll(() => app.close());

async function tell(userId: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await app.db.transaction().execute((transaction) =>
      app.container.services.notifications.notify(transaction, {
        userId,
        kind: 'announcement',
        params: { text: `n${index}` },
        link: '/app/home/my',
      }),
    );
  }
}

async function textsOf(as: Identity, query: Parameters<typeof app.call<typeof listNotifications>>[1] = {}) {
  const { data } = await app.call(listNotifications, query, { as });
  return data.rows.map((row) => row.params.text);
}

describe('notifications', () => {
  test('are private, newest first, in pages', async () => {
    await tell(ada.userId, 5);
    await tell(bob.userId, 1);
    const first = (await app.call(listNotifications, { query: { size: 2 } }, { as: ada })).data;
    expect(first).toMatchObject({ unread: 5, more: true });
    expect(new Set(await textsOf(ada))).toEqual(new Set(['n1', 'n2', 'n3', 'n4', 'n5']));
    const seen = first.rows.map((row) => row.params.text);
    for (let page = first; page.more; ) {
      page = (await app.call(listNotifications, { query: { size: 2, after: page.rows.at(-1)?.id } }, { as: ada })).data;
      seen.push(...page.rows.map((row) => row.params.text));
    }
    expect([...seen].sort()).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
  });

  test('are marked as read, some or all, and counted', async () => {
    await tell(ada.userId, 3);
    const { rows } = (await app.call(listNotifications, {}, { as: ada })).data;
    const ids = [rows[0]?.id ?? ''];
    expect((await app.call(readNotifications, { body: { ids } }, { as: ada })).data).toEqual({ unread: 2 });
    expect((await app.call(readNotifications, { body: { ids } }, { as: ada })).data).toEqual({ unread: 2 });
    expect(await textsOf(ada, { query: { unreadOnly: 'true' } })).toHaveLength(2);
    expect((await app.call(readNotifications, { body: { ids: 'all' } }, { as: ada })).data).toEqual({ unread: 0 });
    expect(await textsOf(ada)).toHaveLength(3);
  });

  test('of another person can’t be marked as read', async () => {
    await tell(bob.userId, 1);
    const { rows } = (await app.call(listNotifications, {}, { as: bob })).data;
    const answer = await app.call(readNotifications, { body: { ids: [rows[0]?.id ?? '', newId()] } }, { as: ada });
    expect(answer).toMatchObject({ http: 200, data: { unread: 0 } });
    expect((await app.call(listNotifications, {}, { as: bob })).data).toMatchObject({ unread: 1 });
    expect(await textsOf(ada, { query: { after: rows[0]?.id } })).toEqual([]);
  });

  test('reach open windows with the new count, in the same transaction as the row', async () => {
    await app.db.deleteFrom('events').execute();
    await tell(ada.userId, 1);
    await app.db
      .transaction()
      .execute(async (transaction) => {
        await app.container.services.notifications.notify(transaction, { userId: ada.userId, kind: 'passwordChanged' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    const events = await app.db.selectFrom('events').selectAll().execute();
    expect(events).toMatchObject([
      { user_id: ada.userId, payload: { topic: 'notification', unread: 1, notification: { kind: 'announcement' } } },
    ]);
    expect(await textsOf(ada)).toHaveLength(1);
  });

  test('tell the requester how a job ended, and where to look', async () => {
    const job = { id: newId(), kind: 'supportBundle' as const, requestedBy: ada.userId, link: '/app/system/health' };
    await app.db.transaction().execute(async (transaction) => {
      const { notifications } = app.container.services;
      await notifications.jobEnded(transaction, { ...job, state: 'done', cause: null });
      await notifications.jobEnded(transaction, { ...job, state: 'failed', cause: 'Storage is full.' });
      await notifications.jobEnded(transaction, { ...job, state: 'done', cause: null, requestedBy: null });
    });
    const { rows } = (await app.call(listNotifications, {}, { as: ada })).data;
    expect(rows.map(({ kind, params, link }) => ({ kind, params, link }))).toEqual(
      expect.arrayContaining([
        { kind: 'jobDone', params: { job: 'supportBundle' }, link: '/app/system/health' },
        { kind: 'jobFailed', params: { job: 'supportBundle', cause: 'Storage is full.' }, link: '/app/system/health' },
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  test.each([
    ['{"ids":[]}', 422],
    ['{"ids":["no-uuid"]}', 422],
    ['{"ids":"none"}', 422],
    ['{}', 422],
    ['{"ids":', 400],
  ])('refuse to read %s', async (raw, http) => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.call(readNotifications, {}, { as: ada, raw, headers })).http).toBe(http);
  });

  test.each(['size=0', 'size=101', 'after=1', 'unreadOnly=maybe', 'userId=x'])(
    'refuse to list with %s',
    async (query) => {
      const answer = await app.app.inject({
        url: `/api/notifications?${query}`,
        headers: { authorization: `Bearer ${ada.token}` },
      });
      expect(answer.statusCode).toBe(422);
    },
  );
});
