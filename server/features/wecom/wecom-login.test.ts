import { getCurrentUser, listSessions } from '@lectern/contract/features/auth.ts';
import {
  getWecomConfig,
  getWecomSignature,
  loginWithWecom,
  startWecomLogin,
} from '@lectern/contract/features/wecom.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { VendorStandIn } from '../../testing/vendor-stand-in.ts';

let rig: SignInRig;
let vendor: VendorStandIn;
beforeAll(async () => {
  vendor = await VendorStandIn.start();
  rig = await startSignInRig({
    env: {
      WECOM_CORP_ID: 'corp',
      WECOM_AGENT_ID: '1000002',
      WECOM_SECRET: 'corp-secret',
      WECOM_API_ORIGIN: vendor.origin,
    },
  });
});
afterAll(async () => {
  await rig.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.instead.clear();
  vendor.members.clear();
  vendor.calls.length = 0;
});

const userInfo = '/cgi-bin/auth/getuserinfo';
const unreachable = { http: 502, status: 502, code: 'vendorUnreachable' };

async function stateFor(browser: Browser): Promise<string> {
  return (await browser.call(startWecomLogin)).data.state;
}

async function enter(code: string, browser = new Browser(rig.app)) {
  const state = await stateFor(browser);
  return browser.call(loginWithWecom, { body: { code, state } });
}

describe('sign-in through the messaging vendor', () => {
  it('shows browsers the public part of the configuration only', async () => {
    const answer = await new Browser(rig.app).call(getWecomConfig);
    expect(answer.data).toEqual({
      corpId: 'corp',
      agentId: '1000002',
      loginOrigin: 'https://login.work.weixin.qq.com',
      redirectUri: 'http://lectern.test/app/auth',
    });
    expect(JSON.stringify(answer.body)).not.toContain('corp-secret');
  });

  it('opens the same session as a login with a password', async () => {
    const person = await rig.person({ roleId: 3, password: null, wecomUserId: 'zhang.wei' });
    vendor.members.set('code-1', { errcode: 0, errmsg: 'ok', userid: 'zhang.wei' });
    const browser = new Browser(rig.app);
    const answer = await enter('code-1', browser);
    expect(answer).toMatchObject({ http: 200, status: 200, data: { roleId: 3 } });
    expect([...browser.cookies.keys()].sort()).toEqual(['lectern_device', 'lectern_session']);
    if (!('token' in answer.data)) throw new Error('no tokens');
    browser.tokens = answer.data;
    expect((await browser.call(getCurrentUser)).data.id).toBe(person.id);
    expect((await browser.call(listSessions)).data).toHaveLength(1);
    const activity = await rig.db
      .selectFrom('activities')
      .select(['action', 'after'])
      .where('actor_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(activity).toEqual({ action: 'auth.signedIn', after: { by: 'wecom' } });
  });

  it('refuses forbidden and unknown people', async () => {
    await rig.person({ access: 1, wecomUserId: 'forbidden.one' });
    vendor.members.set('code-f', { errcode: 0, userid: 'forbidden.one' });
    vendor.members.set('code-u', { errcode: 0, userid: 'unknown.one' });
    vendor.members.set('code-o', { errcode: 0, openid: 'no member at all' });
    vendor.members.set('code-0', { errcode: 0, userid: 'nul\0byte' });
    expect(await enter('code-f')).toMatchObject({ http: 403, status: 101, code: 'accountForbidden' });
    for (const code of ['code-u', 'code-o', 'code-0']) {
      expect(await enter(code), code).toMatchObject({ http: 403, status: 101, code: 'vendorAccountUnknown' });
    }
  });

  it('asks for a new attempt when the vendor does not know the code', async () => {
    expect(await enter('stale')).toMatchObject({ http: 400, code: 'vendorStateInvalid' });
  });

  it('asks for an existing second factor', async () => {
    const person = await rig.person({ wecomUserId: 'careful' });
    await rig.db
      .updateTable('users')
      .set({ totp_secret: Buffer.alloc(48) })
      .where('id', '=', person.id)
      .execute();
    vendor.members.set('code-2f', { errcode: 0, errmsg: 'ok', userid: 'careful' });
    const browser = new Browser(rig.app);
    const answer = await enter('code-2f', browser);
    expect(answer).toMatchObject({ http: 200, data: { secondFactorNeeded: true } });
    expect([...browser.cookies.keys()]).not.toContain('lectern_session');
  });

  it('passes a code on as a single value', async () => {
    await enter('x&code=y&access_token=z#');
    const [call] = vendor.callsTo(userInfo);
    expect(call?.searchParams.getAll('code')).toEqual(['x&code=y&access_token=z#']);
    expect(call?.searchParams.getAll('access_token')).toEqual(['vendor-access-token-1']);
  });
});

describe('the state of an attempt', () => {
  const invalid = { http: 400, status: 101, code: 'vendorStateInvalid' };
  const attempt = (browser: Browser, state: string) =>
    browser.call(loginWithWecom, { body: { code: 'code-s', state } });

  beforeEach(async () => {
    await rig.db.deleteFrom('users').where('wecom_user_id', '=', 'li.na').execute();
    await rig.person({ wecomUserId: 'li.na' });
    vendor.members.set('code-s', { errcode: 0, userid: 'li.na' });
  });

  it('is kept in a cookie that scripts cannot read, for ten minutes, and hashed in the database', async () => {
    const browser = new Browser(rig.app);
    const answer = await browser.call(startWecomLogin);
    expect(answer).toMatchObject({ http: 201, status: 201 });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^lectern_wecom=.*Max-Age=600; .*HttpOnly; SameSite=Strict/),
    ]);
    const stored = JSON.stringify(await rig.db.selectFrom('wecom_states').selectAll().execute());
    for (const secret of [answer.data.state, browser.cookies.get('lectern_wecom') ?? '']) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(stored).not.toContain(secret);
    }
  });

  it('works once', async () => {
    const browser = new Browser(rig.app);
    const state = await stateFor(browser);
    const cookie = browser.cookies.get('lectern_wecom') ?? '';
    expect((await attempt(browser, state)).status).toBe(200);
    browser.cookies.set('lectern_wecom', cookie);
    expect(await attempt(browser, state)).toMatchObject(invalid);
  });

  it('works once among 20 at the same moment', async () => {
    const browser = new Browser(rig.app);
    const state = await stateFor(browser);
    const cookie = browser.cookies.get('lectern_wecom') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const twin = new Browser(rig.app);
        twin.cookies.set('lectern_wecom', cookie);
        return attempt(twin, state);
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('works only in the browser that asked for it', async () => {
    const attacker = new Browser(rig.app);
    const state = await stateFor(attacker);
    const victim = new Browser(rig.app);
    expect(await attempt(victim, state)).toMatchObject(invalid);
    const second = await stateFor(attacker);
    await stateFor(victim);
    expect(await attempt(victim, second)).toMatchObject(invalid);
    expect(vendor.callsTo(userInfo)).toEqual([]);
  });

  it('runs out', async () => {
    const browser = new Browser(rig.app);
    const state = await stateFor(browser);
    await rig.db.updateTable('wecom_states').set({ expires_at: sql`now() - interval '1 second'` }).execute();
    expect(await attempt(browser, state)).toMatchObject(invalid);
    await stateFor(browser);
    expect(await rig.db.selectFrom('wecom_states').select('hash').execute()).toHaveLength(1);
  });

  it('that was never given out is refused', async () => {
    const browser = new Browser(rig.app);
    await stateFor(browser);
    expect(await attempt(browser, 'made up')).toMatchObject(invalid);
  });
});

describe('a vendor that does not answer properly', () => {
  it.each([
    ['garbage', 200, '<html>'],
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['a failure', 500, '{"errcode":0}'],
    ['another shape', 200, '{"errcode":"0"}'],
    ['a wrong type', 200, '{"errcode":0,"userid":7}'],
    ['too much', 200, JSON.stringify({ errcode: 0, userid: 'known.one', padding: 'x'.repeat(100_000) })],
  ])('with %s is reported as such', async (_what, status, body) => {
    vendor.instead.set(userInfo, (_request, response) => void response.writeHead(status).end(body));
    expect(await enter('code-1')).toMatchObject(unreachable);
  });

  it('that cuts the connection is reported as such', async () => {
    vendor.instead.set(userInfo, (_request, response) => void response.destroy());
    expect(await enter('code-1')).toMatchObject(unreachable);
  });

  it('with its own error is reported as such', async () => {
    vendor.instead.set(userInfo, { errcode: 45009, errmsg: 'api freq out of limit' });
    expect(await enter('code-1')).toMatchObject(unreachable);
  });

  it('is not followed elsewhere', async () => {
    const elsewhere = await VendorStandIn.start();
    for (const status of [301, 302, 307, 308]) {
      vendor.instead.set(userInfo, (_request, response) => {
        response.writeHead(status, { location: `${elsewhere.origin}/stolen` }).end();
      });
      expect(await enter('code-1')).toMatchObject(unreachable);
    }
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.close();
  });

  it('leaves no secret in the log', async () => {
    vendor.instead.set(userInfo, { errcode: 45009, errmsg: 'limit, hint: [secret things]' });
    await enter('code-1');
    const log = rig.logLines.join();
    expect(log).toContain('invalid response from the messaging vendor');
    for (const secret of ['corp-secret', 'vendor-access-token', 'secret things', 'code-1']) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('without the operator’s configuration', () => {
  it('there is no such sign-in', async () => {
    const plain = await startSignInRig();
    const browser = new Browser(plain.app);
    expect((await browser.call(getWecomConfig)).data).toBeNull();
    expect((await browser.call(startWecomLogin)).code).toBe('notFound');
    const body = { code: 'c', state: 's' };
    expect((await browser.call(loginWithWecom, { body })).code).toBe('notFound');
    const { account } = await plain.person();
    await browser.login(account, ownPassword);
    const query = { kind: 'config' as const, url: 'http://lectern.test/' };
    expect((await browser.call(getWecomSignature, { query })).code).toBe('notFound');
    await plain.close();
  });
});
