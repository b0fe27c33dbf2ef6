import { listSessions } from '@lectern/contract/features/auth.ts';
import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { listMyActivity } from '@lectern/contract/features/profile.ts';
import { getPublicSettings } from '@lectern/contract/features/settings.ts';
import { getSignOn } from '@lectern/contract/features/sign-on.ts';
import { callKey, loadPageData } from '@lectern/contract/page-data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('the page-data loader', () => {
  it('answers the first data of a page and of the frame around it, keyed like the calls themselves', async () => {
    const answer = await test.call(
      loadPageData,
      { query: { route: 'home.profile', url: '/app/home/profile' } },
      { as: test.admin },
    );
    expect(answer.data.calls.map((call) => [call.key, call.status])).toEqual([
      [callKey(listSessions), 200],
      [callKey(listMyActivity), 200],
      [callKey(getSignOn), 200],
      [callKey(getPublicSettings), 200],
      [callKey(myTasks), 200],
    ]);
    const direct = await test.call(listSessions, {}, { as: test.admin });
    expect(answer.data.calls[0]?.data).toEqual(direct.data);
  });

  it('takes an absolute address of our own origin', async () => {
    const query = { route: 'system.settings', url: 'http://localhost:80/app/system/settings?tab=x#part' };
    expect((await test.call(loadPageData, { query }, { as: test.admin })).status).toBe(200);
  });

  it('refuses an unknown route with 404', async () => {
    const answer = await test.call(
      loadPageData,
      { query: { route: 'nowhere', url: '/app/home/profile' } },
      { as: test.admin },
    );
    expect([answer.http, answer.status]).toEqual([404, 404]);
  });

  it.each([
    'http://evil.example/app/home/profile',
    '//evil.example/app/home/profile',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('refuses the foreign address %s and fetches nothing', async (url) => {
    const answer = await test.call(loadPageData, { query: { route: 'home.profile', url } }, { as: test.admin });
    expect(answer.failure.code).toBe('crossOrigin');
  });

  it('refuses an address of another route', async () => {
    const query = { route: 'home.profile', url: '/app/system/settings' };
    expect((await test.call(loadPageData, { query }, { as: test.admin })).failure.code).toBe('malformedRequest');
  });

  it('answers under the permission of the page', async () => {
    const stranger = await test.identity({ roleId: 4 });
    const query = { route: 'system.health', url: '/app/system/health' };
    const answer = await test.call(loadPageData, { query }, { as: stranger });
    expect([answer.http, answer.failure.code]).toEqual([403, 'pageForbidden']);
  });

  it('answers a page without first data with none', async () => {
    const answer = await test.call(
      loadPageData,
      { query: { route: 'system.subject', url: '/app/system/subject' } },
      { as: test.admin },
    );
    expect(answer.data).toEqual({ calls: [] });
  });
});
