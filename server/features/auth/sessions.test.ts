import {
  getCurrentUser,
  listSessions,
  logout,
  revokeOtherSessions,
  revokeSession,
} from '@lectern/contract/features/auth.ts';
import { getHealthReport } from '@lectern/contract/features/health.ts';
import { loadPageData } from '@lectern/contract/page-data.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Executor } from '../../platform/db/database.ts';
import { EventPublisher } from '../../platform/events/event-publisher.ts';
import { newId } from '../../platform/new-id.ts';
import { Browser } from '../../testing/browser.ts';
import { type NewPerson, ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { SessionService } from './session.service.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

async function signedIn(wanted: NewPerson = {}) {
  const person = await rig.person(wanted);
  const browser = new Browser(rig.app);
  await browser.login(person.account, ownPassword);
  return { ...person, browser };
}

const bearing = (authorization: string) => new Browser(rig.app, { headers: { authorization } }).call(getCurrentUser);
const profileData = { query: { route: 'home.profile', url: '/app/home/profile' } };

describe('a token', () => {
  it('that is missing returns 102', async () => {
    expect(await new Browser(rig.app).call(getCurrentUser)).toMatchObject({ http: 401, status: 102 });
    expect(await new Browser(rig.app).call(loadPageData, profileData)).toMatchObject({ http: 401, status: 102 });
    expect(await bearing('Basic YWRtaW46YWRtaW4=')).toMatchObject({ http: 401, status: 102 });
  });

  it('that is unknown returns 103', async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"admin","roleId":1}')}.`;
    for (const token of ['x', 'null', none, 'a'.repeat(4000), "'or''='"]) {
      expect(await bearing(`Bearer ${token}`), token).toMatchObject({ http: 401, status: 103 });
    }
  });

  it('works only for its own purpose', async () => {
    const { browser } = await signedIn();
    const cookie = browser.cookies.get('lectern_session') ?? '';
    expect((await bearing(`Bearer ${cookie}`)).status).toBe(103);
    expect((await bearing(`Bearer ${browser.tokens?.refreshToken}`)).status).toBe(103);
    browser.cookies.set('lectern_session', browser.tokens?.token ?? '');
    expect((await browser.call(loadPageData, profileData)).status).toBe(103);
    const inQuery = await rig.app.inject({ url: `/api/admin/auth?token=${browser.tokens?.token}` });
    expect(inQuery.json()).toMatchObject({ status: 102 });
  });

  it('that has expired returns 104', async () => {
    const { id, browser } = await signedIn();
    await rig.db
      .updateTable('session_tokens')
      .from('sessions')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .whereRef('sessions.id', '=', 'session_tokens.session_id')
      .where('sessions.user_id', '=', id)
      .execute();
    expect(await browser.call(getCurrentUser)).toMatchObject({ http: 401, status: 104 });
    expect(await browser.call(loadPageData, profileData)).toMatchObject({ http: 401, status: 104 });
  });
});

describe('a change of rights applies to the next request', () => {
  it('when the person is forbidden', async () => {
    const { id, browser } = await signedIn();
    await rig.db.updateTable('users').set({ access: 1 }).where('id', '=', id).execute();
    expect(await browser.call(getCurrentUser)).toMatchObject({ http: 401, status: 105 });
    expect(await browser.call(loadPageData, profileData)).toMatchObject({ http: 401, status: 105 });
  });

  it('when all sessions are ended', async () => {
    const { id, browser } = await signedIn();
    const other = new Browser(rig.app);
    await other.login((await rig.person()).account, ownPassword);
    const sessions = new SessionService(rig.db, new EventPublisher(), { read: (_hash, find) => find() });
    expect(await sessions.endAllOf(rig.db, id, 'passwordReset')).toBe(1);
    expect(await browser.call(getCurrentUser)).toMatchObject({ http: 401, status: 105 });
    expect((await other.call(getCurrentUser)).status).toBe(200);
    const told = await rig.db.selectFrom('events').select('payload').where('user_id', '=', id).execute();
    expect(told).toContainEqual({ payload: { topic: 'permissions' } });
  });

  it('when the role is lowered', async () => {
    const { id, browser } = await signedIn({ roleId: 1 });
    expect((await browser.call(getHealthReport)).code).not.toBe('pageForbidden');
    await inAnotherProcess((transaction) =>
      transaction.updateTable('users').set({ role_id: 4 }).where('id', '=', id).execute(),
    );
    await vi.waitFor(async () =>
      expect(await browser.call(getHealthReport)).toMatchObject({ http: 403, code: 'pageForbidden' }),
    );
    expect((await browser.call(getCurrentUser)).data.roleId).toBe(4);
  });

  it('when permissions are granted and removed', async () => {
    const { id, browser } = await signedIn();
    expect((await browser.call(getHealthReport)).code).toBe('pageForbidden');
    const groupId = newId();
    await inAnotherProcess(async (transaction) => {
      await transaction.insertInto('permission_groups').values({ id: groupId, name: groupId }).execute();
      await transaction
        .insertInto('permission_group_rules')
        .values({ group_id: groupId, path: '/app/system/health', flag: 0 })
        .execute();
      await transaction
        .insertInto('permission_group_members')
        .values({ id: newId(), group_id: groupId, user_id: id })
        .execute();
    });
    await vi.waitFor(async () => expect((await browser.call(getHealthReport)).code).not.toBe('pageForbidden'));
    await inAnotherProcess((transaction) =>
      transaction.updateTable('permission_group_rules').set({ flag: 1 }).where('group_id', '=', groupId).execute(),
    );
    await vi.waitFor(async () => expect((await browser.call(getHealthReport)).code).toBe('pageForbidden'));
  });
});

/** A change in another process, which this one learns of only through the event. */
async function inAnotherProcess(change: (transaction: Executor) => Promise<unknown>): Promise<void> {
  await rig.db.transaction().execute(async (transaction) => {
    await change(transaction);
    await new EventPublisher().publish(transaction, null, { topic: 'permissions' });
  });
}

describe('a list of sessions', () => {
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };

  it('are listed with device, address and times, the current one first', async () => {
    const { account, browser } = await signedIn();
    const other = new Browser(rig.app, { address: '192.0.2.30', headers: firefox });
    await other.login(account, ownPassword);
    const { data } = await browser.call(listSessions);
    expect(data.map(({ current, device, ip }) => ({ current, device, ip }))).toEqual([
      { current: true, device: 'Unknown device', ip: '127.0.0.1' },
      { current: false, device: 'Firefox on Linux', ip: '192.0.2.30' },
    ]);
  });

  it('leaves out ended and expired ones, and other people’s', async () => {
    const { id, account, browser } = await signedIn();
    await signedIn();
    const ended = new Browser(rig.app);
    await ended.login(account, ownPassword);
    await ended.call(logout);
    await new Browser(rig.app).login(account, ownPassword);
    const current = (await browser.call(listSessions)).data.find((row) => row.current)?.id ?? '';
    await rig.db
      .updateTable('sessions')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('user_id', '=', id)
      .where('id', '!=', current)
      .execute();
    expect((await browser.call(listSessions)).data.map((row) => row.id)).toEqual([current]);
  });

  it('can end one session', async () => {
    const { account, browser } = await signedIn();
    const other = new Browser(rig.app);
    await other.login(account, ownPassword);
    const target = (await browser.call(listSessions)).data.find((row) => !row.current)?.id ?? '';
    expect(await browser.call(revokeSession, { params: { id: target } })).toMatchObject({ http: 200, status: 204 });
    expect(await other.call(getCurrentUser)).toMatchObject({ http: 401, status: 105 });
    expect((await browser.call(getCurrentUser)).status).toBe(200);
    expect((await browser.call(revokeSession, { params: { id: target } })).code).toBe('notFound');
  });

  it('doesn’t let anyone else end one', async () => {
    const victim = await signedIn();
    const attacker = await signedIn({ roleId: 1 });
    const target = (await victim.browser.call(listSessions)).data[0]?.id ?? '';
    expect(await attacker.browser.call(revokeSession, { params: { id: target } })).toMatchObject({ http: 404 });
    expect((await victim.browser.call(getCurrentUser)).status).toBe(200);
    const unknown = await attacker.browser.call(revokeSession, { params: { id: newId() } });
    expect(unknown.code).toBe('notFound');
    expect((await attacker.browser.call(revokeSession, { params: { id: 'not-an-id' } })).http).toBe(422);
  });

  it('can end all sessions but this one', async () => {
    const { account, browser } = await signedIn();
    const others = [new Browser(rig.app), new Browser(rig.app)];
    for (const other of others) await other.login(account, ownPassword);
    expect((await browser.call(revokeOtherSessions)).data).toEqual({ ended: 2 });
    for (const other of others) expect((await other.call(getCurrentUser)).status).toBe(105);
    expect((await browser.call(revokeOtherSessions)).data).toEqual({ ended: 0 });
    expect((await browser.call(getCurrentUser)).status).toBe(200);
  });

  it('records when each was last seen, at most once a minute', async () => {
    const { id, browser } = await signedIn();
    const lastSeen = async () =>
      (
        await rig.db
          .selectFrom('sessions')
          .select(sql<number>`extract(epoch from now() - last_seen_at)::float`.as('secondsAgo'))
          .where('user_id', '=', id)
          .executeTakeFirstOrThrow()
      ).secondsAgo;
    const setSeen = (interval: string) =>
      rig.db
        .updateTable('sessions')
        .set({ last_seen_at: sql`now() - ${interval}::interval` })
        .where('user_id', '=', id)
        .execute();
    await setSeen('50 seconds');
    await browser.call(getCurrentUser);
    expect(await lastSeen()).toBeGreaterThan(49);
    await setSeen('5 minutes');
    await vi.waitFor(
      async () => {
        await Promise.all(Array.from({ length: 5 }, () => browser.call(getCurrentUser)));
        expect(await lastSeen()).toBeLessThan(60);
      },
      { timeout: 10_000 },
    );
  });
});

describe('logging out', () => {
  it('ends the session and deletes the cookie', async () => {
    const { id, browser } = await signedIn();
    const { tokens } = browser;
    const cookie = browser.cookies.get('lectern_session') ?? '';
    const answer = await browser.call(logout);
    expect(answer).toMatchObject({ http: 200, status: 204 });
    expect(answer.setCookies.join()).toMatch(/^lectern_session=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    expect(browser.cookies.has('lectern_session')).toBe(false);
    expect((await bearing(`Bearer ${tokens?.token}`)).status).toBe(105);
    browser.cookies.set('lectern_session', cookie);
    expect((await browser.call(loadPageData, profileData)).status).toBe(105);
    const activity = await rig.db
      .selectFrom('activities')
      .select('action')
      .where('actor_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(activity.action).toBe('auth.signedOut');
  });

  it('keeps the device known', async () => {
    const { account, id, browser } = await signedIn();
    await browser.call(logout);
    await browser.login(account, ownPassword);
    const notices = await rig.db.selectFrom('notifications').select('id').where('user_id', '=', id).execute();
    expect(notices).toEqual([]);
  });
});
