import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('an access request', () => {
  it('opens one task, notifies the people who can grant it, and records activity', async () => {
    const asker = await test.identity({ roleId: 4, name: 'Asker' });
    const body = { page: '/app/data/convert', note: 'I convert things' };
    const answer = await test.call(askForAccess, { body }, { as: asker });
    expect([answer.http, answer.status, answer.data.state]).toEqual([201, 201, 'open']);

    const bell = await test.call(listNotifications, {}, { as: test.admin });
    expect(bell.data.rows[0]).toMatchObject({
      kind: 'accessAsked',
      params: { person: 'Asker', page: 'data.convert', note: 'I convert things' },
    });
    const activity = await test.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', '=', answer.data.taskId)
      .executeTakeFirstOrThrow();
    expect(activity).toMatchObject({ action: 'accessRequest.asked', actor_id: asker.userId });
  });

  it('repeated, even in parallel, returns the open request and notifies no one twice', async () => {
    const asker = await test.identity({ roleId: 4 });
    const body = { page: '/app/resource/library' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.call(askForAccess, { body }, { as: asker })),
    );
    expect(new Set(answers.map((answer) => answer.data.taskId)).size).toBe(1);
    const found = await test.call(findMyAccessRequest, { query: { page: body.page } }, { as: asker });
    expect(found.data?.taskId).toBe(answers[0]?.data.taskId);
    const told = await test.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', test.admin.userId)
      .where('params', '@>', JSON.stringify({ page: 'resource.library' }))
      .execute();
    expect(told.length).toBe(1);
  });

  it('of another person isn’t visible', async () => {
    const [asker, other] = [await test.identity({ roleId: 4 }), await test.identity({ roleId: 4 })];
    await test.call(askForAccess, { body: { page: '/app/course/list' } }, { as: asker });
    expect(
      (await test.call(findMyAccessRequest, { query: { page: '/app/course/list' } }, { as: other })).data,
    ).toBeNull();
  });

  it('for a page that one may open, or that does not exist, is refused', async () => {
    const asker = await test.identity({ roleId: 4, pages: ['/app/course/list'] });
    for (const page of ['/app/course/list', '/app/nowhere', 'https://evil.example/app', '']) {
      expect((await test.call(askForAccess, { body: { page } }, { as: asker })).failure.code).toBe('invalidInput');
    }
  });
});
