import { listSessions } from '@lectern/contract/features/auth.ts';
import { getWorkOverview } from '@lectern/contract/features/machine-work.ts';
import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { listMyActivity } from '@lectern/contract/features/profile.ts';
import { getPublicSettings } from '@lectern/contract/features/settings.ts';
import { getSignOn } from '@lectern/contract/features/sign-on.ts';
import { callKey } from '@lectern/contract/page-data.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenToFailures } from '../lib/failure-listener.ts';
import { notifications } from '../lib/notifications.ts';
import { createQueryClient, queryOf } from '../lib/queries.ts';
import { clearSession, storeSession } from '../lib/session.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../lib/testing/render-signed-in.tsx';
import { sampleTokens } from '../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../lib/testing/stub-api.ts';
import { fetchFirstPageData, startPageData } from './router.tsx';

const loader = 'GET /__serverLoader';
const sessions = 'GET /api/auth/sessions';
const activity = 'GET /api/profile/activity';
let client: QueryClient;

beforeEach(async () => {
  await openFreshWindow('/app/home/profile');
  client = createQueryClient();
  storeSession(sampleTokens());
});
afterEach(closeWindow);

function Page() {
  const mine = useQuery(queryOf(listSessions));
  const did = useQuery(queryOf(listMyActivity));
  return (
    <>
      <p>sessions: {mine.error?.message ?? JSON.stringify(mine.data)}</p>
      <p>activity: {did.error?.message ?? JSON.stringify(did.data)}</p>
    </>
  );
}

function show(): void {
  startPageData(client, 'home.profile', '/app/home/profile?tab=sessions');
  renderSignedIn(<Page />, { client });
}

const given = (endpoint: { id: string }, data: unknown, status = 200) => ({
  key: callKey(endpoint),
  status,
  message: 'x',
  data,
});

describe('the first data of a page', () => {
  it('comes in one request that names route and address and goes by the cookie', async () => {
    const calls = [
      given(listSessions, ['s']),
      given(listMyActivity, ['a']),
      given(getSignOn, {}),
      given(getPublicSettings, {}),
      given(myTasks, {}),
    ];
    const api = stubApi({ [loader]: () => envelope({ calls }) });
    show();
    expect(await screen.findByText('sessions: ["s"]')).toBeTruthy();
    expect(await screen.findByText('activity: ["a"]')).toBeTruthy();
    expect(api.calls).toHaveLength(1);
    const [sent] = api.calls;
    expect(sent?.url.searchParams.get('route')).toBe('home.profile');
    expect(sent?.url.searchParams.get('url')).toBe(`${window.location.origin}/app/home/profile?tab=sessions`);
    expect(sent?.headers).not.toHaveProperty('authorization');
  });

  it('is fetched once where it was requested before the user had loaded', async () => {
    const api = stubApi({
      [loader]: () => envelope({ calls: [given(listSessions, ['s']), given(listMyActivity, ['a'])] }),
      'GET /api/profile/signOn': () => envelope({}),
      'GET /api/settings/public': () => envelope({}),
    });
    fetchFirstPageData('home.profile', new URL('/app/home/profile?tab=sessions', window.location.origin));
    await waitFor(() => expect(api.sent(loader)).toHaveLength(1));
    show();
    expect(await screen.findByText('sessions: ["s"]')).toBeTruthy();
    expect(api.sent(loader)).toHaveLength(1);
  });

  it('is fetched again for another page or another login than the one it was requested for', async () => {
    const api = stubApi({ [loader]: () => envelope({ calls: [given(getWorkOverview, 'figures')] }) });
    const early = () => fetchFirstPageData('data.convert', new URL('/app/data/convert', window.location.origin));
    early();
    await waitFor(() => expect(api.sent(loader)).toHaveLength(1));
    startPageData(client, 'data.convert', '/app/data/convert?page=2');
    await waitFor(() => expect(api.sent(loader)).toHaveLength(2));
    early();
    clearSession();
    storeSession(sampleTokens());
    startPageData(createQueryClient(), 'data.convert', '/app/data/convert');
    await waitFor(() => expect(api.sent(loader)).toHaveLength(4));
  });

  it('comes in one request also where its calls are known only with the page’s own code', async () => {
    const api = stubApi({ [loader]: () => envelope({ calls: [given(getWorkOverview, 'figures')] }) });
    startPageData(client, 'data.convert', '/app/data/convert');
    await waitFor(() => expect(client.getQueryData([callKey(getWorkOverview)])).toBe('figures'));
    expect(api.sent(loader)).toHaveLength(1);
    expect(api.sent(loader)[0]?.url.searchParams.get('route')).toBe('data.convert');
  });

  it('doesn’t repeat what the page has already requested', async () => {
    const api = stubApi({
      [loader]: () => envelope({ calls: [] }),
      'GET /api/work/overview': () => envelope('own figures'),
    });
    startPageData(client, 'data.convert', '/app/data/convert');
    await client.fetchQuery(queryOf(getWorkOverview));
    await waitFor(() => expect(api.sent(loader)).toHaveLength(1));
    expect(api.sent('GET /api/work/overview')).toHaveLength(1);
  });

  it('falls back to the page’s own call, which explains itself, where one of them failed', async () => {
    const calls = [given(listSessions, ['s']), given(listMyActivity, null, 403)];
    const api = stubApi({ [loader]: () => envelope({ calls }), [activity]: () => failure(403, 'Not for you.') });
    show();
    expect(await screen.findByText('sessions: ["s"]')).toBeTruthy();
    expect(await screen.findByText('activity: Not for you.')).toBeTruthy();
    expect(api.sent(sessions)).toEqual([]);
  });

  it('stays silent where the page explains a missing object', async () => {
    const id = '0197a0d0-0000-7000-8000-000000000099';
    const course = `GET /api/courses/${id}`;
    const missing = () => failure(404, 'There is no such thing.', {}, 404);
    const api = stubApi({
      [loader]: () => envelope({ calls: [] }),
      [course]: missing,
      [`${course}/catalogue`]: missing,
    });
    notifications.set([]);
    startPageData(client, 'course.detail', `/app/course/list/detail/${id}`);
    // The page's calls are only known once its code is loaded.
    await waitFor(() => expect(api.sent(course)).toHaveLength(1), { timeout: 10_000 });
    await waitFor(() => expect(client.isFetching()).toBe(0), { timeout: 10_000 });
    expect(notifications.get()).toEqual([]);
  });

  it('leaves errors to the list, except those the catalogue reports', async () => {
    const stop = listenToFailures();
    for (const [answer, titles] of [
      [() => failure(503, 'Not now.', { code: 'overloaded' }, 503), []],
      [() => new Response('', { status: 502 }), ['Request error 502:']],
    ] as const) {
      notifications.set([]);
      client.clear();
      const api = stubApi({ [loader]: () => envelope({ calls: [] }), 'GET /api/system/users': answer });
      startPageData(client, 'system.systemAdmin', '/app/system/systemAdmin');
      await waitFor(() => expect(api.sent('GET /api/system/users')).toHaveLength(1));
      await waitFor(() => expect(client.isFetching()).toBe(0));
      expect(notifications.get().map(({ title }) => title)).toEqual(titles);
    }
    stop();
  });

  it('falls back to the page’s own calls when the loader cannot be reached', async () => {
    stubApi({ [sessions]: () => envelope(['own']), [activity]: () => envelope(['own']) });
    show();
    expect(await screen.findByText('sessions: ["own"]')).toBeTruthy();
    expect(await screen.findByText('activity: ["own"]')).toBeTruthy();
  });

  it('is not fetched again while it is fresh', async () => {
    client.setQueryData(queryOf(listSessions).queryKey, []);
    client.setQueryData(queryOf(listMyActivity).queryKey, []);
    const signOn = { label: null, identity: null, mayUnlink: true, hasPassword: true };
    client.setQueryData(queryOf(getSignOn).queryKey, signOn);
    client.setQueryData([callKey(getPublicSettings)], {});
    client.setQueryData([callKey(myTasks)], {});
    const api = stubApi({});
    show();
    expect(await screen.findByText('sessions: []')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  it('is not asked for on pages that declare none', () => {
    const api = stubApi({});
    startPageData(client, 'resource.info', '/app/resource/info');
    expect(api.calls).toEqual([]);
  });
});
