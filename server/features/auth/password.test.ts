import { changePassword, getCurrentUser, listSessions, refreshSession } from '@lectern/contract/features/auth.ts';
import { loadPageData } from '@lectern/contract/page-data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { type NewPerson, ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { openTestApplication } from '../../testing/test-app.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

const newPassword = 'a much better one';

async function signedIn(wanted: NewPerson = {}) {
  const person = await rig.person(wanted);
  const browser = new Browser(rig.app);
  await browser.login(person.account, ownPassword);
  return { ...person, browser };
}

const change = (browser: Browser, oldPassword: string, wanted: string) =>
  browser.call(changePassword, { body: { oldPassword, newPassword: wanted } });

describe('a new password', () => {
  it('replaces the old one', async () => {
    const { account, browser } = await signedIn();
    expect(await change(browser, ownPassword, newPassword)).toMatchObject({ http: 200, status: 204 });
    expect((await new Browser(rig.app).login(account, ownPassword)).code).toBe('wrongCredentials');
    expect((await new Browser(rig.app).login(account, newPassword)).status).toBe(200);
  });

  it('is kept at full strength by an application that was given no quicker hasher', async () => {
    const product = await openTestApplication(rig.databaseUrl, {}, { hasher: undefined });
    const { id, browser } = await signedIn();
    browser.app = product.app;
    expect((await change(browser, ownPassword, newPassword)).status).toBe(204);
    const of = rig.db.selectFrom('users').select('password_hash').where('id', '=', id);
    expect((await of.executeTakeFirstOrThrow()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await product.close();
  });

  it('ends every other session and keeps this one with its refresh token', async () => {
    const { account, browser } = await signedIn();
    const other = new Browser(rig.app);
    await other.login(account, ownPassword);
    await change(browser, ownPassword, newPassword);
    expect(await other.call(getCurrentUser)).toMatchObject({ http: 401, status: 105 });
    const refreshToken = other.tokens?.refreshToken ?? '';
    expect((await other.call(refreshSession, { body: { refreshToken } })).status).toBe(105);
    expect((await browser.call(listSessions)).data).toHaveLength(1);
    const own = browser.tokens?.refreshToken ?? '';
    expect((await browser.call(refreshSession, { body: { refreshToken: own } })).status).toBe(200);
  });

  it('voids the other tokens of this session and changes its cookie', async () => {
    const { browser } = await signedIn();
    const before = { token: browser.tokens?.token, cookie: browser.cookies.get('lectern_session') ?? '' };
    const refreshed = await browser.call(refreshSession, {
      body: { refreshToken: browser.tokens?.refreshToken ?? '' },
    });
    browser.tokens = refreshed.data;
    await change(browser, ownPassword, newPassword);
    expect((await browser.call(getCurrentUser)).status).toBe(200);
    const query = { route: 'home.profile', url: '/app/home/profile' };
    expect((await browser.call(loadPageData, { query })).status).toBe(200);
    const older = new Browser(rig.app, { headers: { authorization: `Bearer ${before.token}` } });
    expect((await older.call(getCurrentUser)).status).toBe(103);
    older.cookies.set('lectern_session', before.cookie);
    expect((await older.call(loadPageData, { query })).status).toBe(103);
  });

  it('ends a forced password change', async () => {
    const { browser } = await signedIn({ mustChangePassword: true });
    expect((await browser.call(getCurrentUser)).data.mustChangePassword).toBe(true);
    expect((await browser.call(listSessions)).code).toBe('mustChangePassword');
    await change(browser, ownPassword, newPassword);
    expect((await browser.call(getCurrentUser)).data.mustChangePassword).toBe(false);
    expect((await browser.call(listSessions)).status).toBe(200);
  });

  it('is recorded and reported to its owner, without the password', async () => {
    const { id, browser } = await signedIn();
    await change(browser, ownPassword, newPassword);
    const notices = await rig.db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute();
    expect(notices).toEqual([{ kind: 'passwordChanged' }]);
    const activity = await rig.db
      .selectFrom('activities')
      .select(['action', 'object_id', 'before', 'after'])
      .where('actor_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(activity).toEqual({ action: 'auth.passwordChanged', object_id: id, before: null, after: null });
    expect(rig.logLines.join()).not.toContain(newPassword);
  });

  it('makes all other devices unknown', async () => {
    const { id, account, browser } = await signedIn();
    await new Browser(rig.app).login(account, ownPassword);
    await change(browser, ownPassword, newPassword);
    const devices = await rig.db.selectFrom('user_devices').select('hash').where('user_id', '=', id).execute();
    expect(devices).toHaveLength(1);
    await browser.login(account, newPassword);
    const kinds = await rig.db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute();
    expect(kinds.map((notice) => notice.kind).sort()).toEqual(['passwordChanged', 'signedInOnNewDevice']);
  });

  it('is set once when two windows change it at the same moment', async () => {
    const { account, browser } = await signedIn();
    const wanted = ['first of two choices', 'second of two choices'];
    const answers = await Promise.all(wanted.map((password) => change(browser, ownPassword, password)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([101, 204]);
    const winner = wanted[answers.findIndex((answer) => answer.status === 204)] ?? '';
    expect((await new Browser(rig.app).login(account, winner)).status).toBe(200);
  });
});

describe('a new password is refused', () => {
  it('when the current one is wrong, with at most ten guesses', async () => {
    const { account, browser } = await signedIn();
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 12; count += 1) codes.push((await change(browser, 'guess', newPassword)).code);
    expect(codes).toEqual([...Array(10).fill('wrongPassword'), 'tooManyTries', 'tooManyTries']);
    expect((await new Browser(rig.app).login(account, ownPassword)).status).toBe(200);
  });

  it.each([
    ['is too short', () => 'short1', 'At least 10 characters'],
    ['is the account', (account: string) => account.toUpperCase(), 'Can’t be your username'],
    ['is the old one', () => ownPassword, 'Choose a password other than your current one'],
    ['is one that everybody tries', () => 'Password123', 'Too common. Choose one that is harder to guess.'],
  ])('when it %s', async (_why, choose, message) => {
    const { account, browser } = await signedIn();
    const answer = await change(browser, ownPassword, choose(account));
    expect(answer).toMatchObject({ http: 422, code: 'invalidInput' });
    expect(answer.body.data).toEqual({ fields: [{ path: 'newPassword', message }] });
    expect((await new Browser(rig.app).login(account, ownPassword)).status).toBe(200);
  });

  it('in the reader’s language', async () => {
    const { account } = await rig.person();
    const browser = new Browser(rig.app, { headers: { 'accept-language': 'zh-CN' } });
    await browser.login(account, ownPassword);
    const answer = await change(browser, ownPassword, 'short1');
    expect(answer.body.message).toBe('请检查输入内容。至少 10 个字符');
  });

  it('when it is absurdly long', async () => {
    const { browser } = await signedIn();
    expect((await change(browser, ownPassword, 'x'.repeat(201))).http).toBe(422);
  });
});
