import { createHash } from 'node:crypto';
import { getCurrentUser, login } from '@lectern/contract/features/auth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

const sha256 = (token: string) => createHash('sha256').update(token).digest();

describe('login', () => {
  it('returns the tokens, role, department and expiry', async () => {
    const { account } = await rig.person({ roleId: 3 });
    const before = Date.now();
    const answer = await new Browser(rig.app).login(account, ownPassword);
    expect(answer).toMatchObject({ http: 200, status: 200 });
    expect(answer.data).toMatchObject({ roleId: 3, deptCode: null, mustChangePassword: false });
    expect(answer.data.token).toMatch(/^[\w-]{43}$/);
    expect(answer.data.refreshToken).toMatch(/^[\w-]{43}$/);
    const lifetimeMs = new Date(answer.data.expiresAt).getTime() - before;
    expect(Math.abs(lifetimeMs - 30 * 60_000)).toBeLessThan(60_000);
  });

  it('sets cookies that scripts can’t read and other sites can’t send', async () => {
    const { account } = await rig.person();
    const { setCookies } = await new Browser(rig.app).login(account, ownPassword);
    const named = Object.fromEntries(setCookies.map((line) => [line.split('=')[0], line]));
    expect(Object.keys(named).sort()).toEqual(['lectern_device', 'lectern_session']);
    for (const line of setCookies) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(named.lectern_session).toContain('Max-Age=1209600;');
    expect(named.lectern_device).toContain('Max-Age=31536000;');
  });

  it('marks cookies as secure over https', async () => {
    const secure = await startSignInRig({
      databaseUrl: rig.databaseUrl,
      env: { PUBLIC_ORIGIN: 'https://lectern.example.edu' },
    });
    const { account } = await rig.person();
    const { setCookies } = await new Browser(secure.app).login(account, ownPassword);
    expect(setCookies).toHaveLength(2);
    for (const line of setCookies) expect(line).toContain('; Secure');
    await secure.close();
  });

  it('stores tokens as hashes only', async () => {
    const { id, account } = await rig.person();
    const browser = new Browser(rig.app);
    const { data } = await browser.login(account, ownPassword);
    const stored = await rig.db
      .selectFrom('session_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
      .select(['hash', 'kind'])
      .where('user_id', '=', id)
      .execute();
    const hashOf = (kind: string) => stored.find((token) => token.kind === kind)?.hash.toString('hex');
    expect(stored).toHaveLength(3);
    expect(hashOf('access')).toBe(sha256(data.token).toString('hex'));
    expect(hashOf('refresh')).toBe(sha256(data.refreshToken).toString('hex'));
    expect(hashOf('cookie')).toBe(sha256(browser.cookies.get('lectern_session') ?? '').toString('hex'));
  });

  it('creates new IDs each time, whatever the browser sends', async () => {
    const { account } = await rig.person();
    const browser = new Browser(rig.app);
    browser.cookies.set('lectern_session', 'chosen-by-an-attacker');
    browser.cookies.set('lectern_device', 'chosen-by-an-attacker');
    const first = await browser.login(account, ownPassword);
    const firstCookie = browser.cookies.get('lectern_session');
    const second = await browser.login(account, ownPassword);
    expect(firstCookie).not.toBe('chosen-by-an-attacker');
    expect(browser.cookies.get('lectern_device')).not.toBe('chosen-by-an-attacker');
    expect(browser.cookies.get('lectern_session')).not.toBe(firstCookie);
    expect(second.data.token).not.toBe(first.data.token);
    expect(second.data.refreshToken).not.toBe(first.data.refreshToken);
  });

  it('finds the account in any letter case', async () => {
    await rig.person({ account: 'mei.lin' });
    for (const typed of ['MEI.LIN', '  mei.lin ', 'ｍｅｉ.ｌｉｎ']) {
      expect((await new Browser(rig.app).login(typed, ownPassword)).status, typed).toBe(200);
    }
  });

  it('records who logged in, from where and how', async () => {
    const { id, account } = await rig.person();
    await new Browser(rig.app, { address: '192.0.2.7' }).login(account, ownPassword);
    const activity = await rig.db
      .selectFrom('activities')
      .selectAll()
      .where('actor_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(activity).toMatchObject({ action: 'auth.signedIn', ip: '192.0.2.7', after: { by: 'password' } });
  });
});

describe('a refused login', () => {
  it('looks the same for unknown, wrong, forbidden and vendor-only accounts', async () => {
    const known = await rig.person();
    const forbidden = await rig.person({ access: 1 });
    const vendorOnly = await rig.person({ password: null });
    const accounts = [known.account, forbidden.account, vendorOnly.account, 'nobody-here', '\uffff'];
    const answers = await Promise.all(
      accounts.map((account) => new Browser(rig.app).login(account, 'not the password')),
    );
    const seen = answers.map(({ http, body, headers }) => ({
      http,
      body: { ...body, requestId: typeof body.requestId },
      headerNames: Object.keys(headers).sort(),
      length: headers['content-length'],
    }));
    expect(seen[0]).toMatchObject({ http: 401, body: { status: 101, code: 'wrongCredentials', data: null } });
    for (const answer of seen) expect(answer).toEqual(seen[0]);
  });

  it('names a forbidden account only with the right password', async () => {
    const { account } = await rig.person({ access: 1 });
    const answer = await new Browser(rig.app).login(account, ownPassword);
    expect(answer).toMatchObject({ http: 403, status: 101, code: 'accountForbidden' });
    expect(answer.setCookies).toEqual([]);
  });

  it('refuses anything but a pair of credentials', async () => {
    const bodies = [{}, { account: 'a' }, { account: 1, password: 'x' }, { account: 'a', password: ['x'] }];
    for (const body of [...bodies, { account: 'a', password: 'x', roleId: 1 }]) {
      const answer = await new Browser(rig.app).call(login, { body: body as never });
      expect(answer).toMatchObject({ http: 422, code: 'invalidInput' });
    }
    const long = await new Browser(rig.app).login('a'.repeat(65), 'x'.repeat(201));
    expect(long).toMatchObject({ http: 422, code: 'invalidInput' });
  });
});

describe('a device', () => {
  const noticesOf = (userId: string) =>
    rig.db.selectFrom('notifications').select(['kind', 'params']).where('user_id', '=', userId).execute();
  const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' };

  it('that is new is reported to its owner, except the very first one', async () => {
    const { id, account } = await rig.person();
    const first = new Browser(rig.app);
    await first.login(account, ownPassword);
    await first.login(account, ownPassword);
    expect(await noticesOf(id)).toEqual([]);
    await new Browser(rig.app, { address: '192.0.2.9', headers: chrome }).login(account, ownPassword);
    expect(await noticesOf(id)).toEqual([
      { kind: 'signedInOnNewDevice', params: { device: 'Chrome on Windows', ip: '192.0.2.9' } },
    ]);
  });

  it('shared by several people stays known to all of them', async () => {
    const [anna, ben] = [await rig.person(), await rig.person()];
    const shared = new Browser(rig.app);
    await shared.login(anna.account, ownPassword);
    await shared.login(ben.account, ownPassword);
    await shared.login(anna.account, ownPassword);
    expect(await noticesOf(anna.id)).toEqual([]);
  });

  it('is recognised by the server’s mark, not by a planted one', async () => {
    const [attacker, victim] = [await rig.person(), await rig.person()];
    const theirs = new Browser(rig.app);
    await theirs.login(attacker.account, ownPassword);
    const planted = theirs.cookies.get('lectern_device') ?? '';
    const browser = new Browser(rig.app);
    browser.cookies.set('lectern_device', planted);
    await browser.login(victim.account, ownPassword);
    const known = await rig.db.selectFrom('user_devices').select('hash').where('user_id', '=', victim.id).execute();
    expect(known.map((device) => device.hash.toString('hex'))).toEqual([
      sha256(browser.cookies.get('lectern_device') ?? '').toString('hex'),
    ]);
    expect(browser.cookies.get('lectern_device')).not.toBe(planted);
  });

  it('is forgotten after twenty others', async () => {
    const { id, account } = await rig.person();
    const old = Array.from({ length: 25 }, (_, index) => ({
      user_id: id,
      hash: sha256(`device ${index}`),
      last_seen_at: new Date(Date.UTC(2026, 0, 1 + index)),
    }));
    await rig.db.insertInto('user_devices').values(old).execute();
    const browser = new Browser(rig.app);
    await browser.login(account, ownPassword);
    const devices = await rig.db.selectFrom('user_devices').select('hash').where('user_id', '=', id).execute();
    const left = devices.map((device) => device.hash.toString('hex')).sort();
    const expected = [
      sha256(browser.cookies.get('lectern_device') ?? ''),
      ...old.slice(6).map((device) => device.hash),
    ];
    expect(left).toEqual(expected.map((hash) => hash.toString('hex')).sort());
  });
});

describe('secrets', () => {
  it('never appear in the log', async () => {
    const { account } = await rig.person();
    const browser = new Browser(rig.app);
    await browser.login(account, 'a wrong password');
    await browser.login(account, ownPassword);
    await browser.call(getCurrentUser);
    const log = rig.logLines.join('\n');
    expect(log).toContain('auth.login');
    const secrets = [browser.tokens?.token ?? '', browser.tokens?.refreshToken ?? '', ...browser.cookies.values()];
    for (const secret of [...secrets, ownPassword, 'a wrong password']) expect(log).not.toContain(secret);
  });
});
