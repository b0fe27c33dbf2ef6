import { getCurrentUser, loginWithSecondFactor } from '@lectern/contract/features/auth.ts';
import { getPublicSettings } from '@lectern/contract/features/settings.ts';
import { loginWithSignOn, startSignOn } from '@lectern/contract/features/sign-on.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { IdentityProviderRig } from '../../testing/identity-provider-rig.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

const redirectUri = 'http://lectern.test/app/auth';
let provider: IdentityProviderRig;
let rig: SignInRig;
let env: Record<string, string>;
beforeAll(async () => {
  provider = await IdentityProviderRig.start(redirectUri);
  env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'client-secret-of-lectern',
    OIDC_LABEL: 'Campus',
  };
  rig = await startSignInRig({ env });
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});
beforeEach(() => {
  provider.instead.clear();
  provider.calls.length = 0;
});

type Arrival = { code: string; state: string; iss?: string };

/** Goes through the provider's sign-in and returns the parameters of the redirect back. */
async function returning(subject: string, browser: Browser): Promise<Arrival> {
  provider.present = subject;
  const { data } = await browser.call(startSignOn);
  const back = await provider.visit(data.url, redirectUri);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '', iss: back.get('iss') ?? '' };
}

async function enter(subject: string, browser = new Browser(rig.app)) {
  const body = await returning(subject, browser);
  return browser.call(loginWithSignOn, { body });
}

async function person(email: string, wanted: Parameters<SignInRig['person']>[0] = {}) {
  const made = await rig.person(wanted);
  await rig.db.updateTable('users').set({ email }).where('id', '=', made.id).execute();
  return made;
}

const known = (email: string) => ({ email, email_verified: true, name: 'Somebody' });

describe('single sign-on', () => {
  it('is offered on the login page under the configured name', async () => {
    const { data, body } = await new Browser(rig.app).call(getPublicSettings);
    expect(data.signOn).toEqual({ label: 'Campus' });
    expect(JSON.stringify(body)).not.toContain('client-secret');
  });

  it('goes to the provider with PKCE, state and nonce, stored so that no one else can use them', async () => {
    const browser = new Browser(rig.app);
    const answer = await browser.call(startSignOn);
    const url = new URL(answer.data.url);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'lectern',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.setCookies).toEqual([expect.stringMatching(/^lectern_sign_on=.*HttpOnly; SameSite=Strict/)]);
    const stored = JSON.stringify(await rig.db.selectFrom('sign_on_attempts').selectAll().execute());
    for (const secret of [url.searchParams.get('state'), browser.cookies.get('lectern_sign_on')]) {
      expect(stored).not.toContain(secret);
    }
  });

  it('opens the same session as a password and links the identity permanently', async () => {
    const { id } = await person('Li.Na@example.edu', { roleId: 3 });
    provider.people.set('li-1', known('li.na@example.edu'));
    const browser = new Browser(rig.app);
    const answer = await enter('li-1', browser);
    expect(answer).toMatchObject({ http: 200, status: 200, data: { roleId: 3 } });
    expect([...browser.cookies.keys()].sort()).toEqual(['lectern_device', 'lectern_session']);
    if (!('token' in answer.data)) throw new Error('no tokens');
    browser.tokens = answer.data;
    expect((await browser.call(getCurrentUser)).data.id).toBe(id);
    const done = await rig.db
      .selectFrom('activities')
      .select(['action', 'after'])
      .where('actor_id', '=', id)
      .orderBy('id')
      .execute();
    expect(done).toEqual([
      { action: 'signOn.linked', after: { by: 'email', label: 'li.na@example.edu' } },
      { action: 'auth.signedIn', after: { by: 'oidc' } },
    ]);
    // The person's email address at the provider has changed.
    provider.people.set('li-1', known('na.li@example.edu'));
    expect((await enter('li-1')).status).toBe(200);
  });

  it('refuses people without an account and creates none', async () => {
    provider.people.set('stranger', known('stranger@example.edu'));
    expect(await enter('stranger')).toMatchObject({ http: 403, status: 101, code: 'signOnAccountUnknown' });
    const made = await rig.db.selectFrom('users').select('id').where('email', '=', 'stranger@example.edu').execute();
    expect(made).toEqual([]);
  });

  it('lets the provider ask who it is again after a failed attempt', async () => {
    const promptOf = async (body?: { again: boolean }) => {
      const { data } = await new Browser(rig.app).call(startSignOn, body && { body });
      return new URL(data.url).searchParams.get('prompt');
    };
    expect(await promptOf()).toBeNull();
    expect(await promptOf({ again: false })).toBeNull();
    expect(await promptOf({ again: true })).toBe('login');
  });

  it('refuses accounts that are forbidden, even if they were linked before', async () => {
    const { id } = await person('forbidden@example.edu', { access: 1 });
    provider.people.set('forbidden', known('forbidden@example.edu'));
    expect(await enter('forbidden')).toMatchObject({ http: 403, status: 101, code: 'accountForbidden' });
    await rig.db.updateTable('users').set({ access: 0 }).where('id', '=', id).execute();
    expect((await enter('forbidden')).status).toBe(200);
    await rig.db.updateTable('users').set({ access: 1 }).where('id', '=', id).execute();
    expect(await enter('forbidden')).toMatchObject({ code: 'accountForbidden' });
  });

  it('refuses unverified, missing and ambiguous addresses', async () => {
    await person('unverified@example.edu');
    await person('two@example.edu');
    await person('TWO@example.edu');
    provider.people.set('unverified', { email: 'unverified@example.edu', email_verified: false });
    provider.people.set('unsaid', { email: 'unverified@example.edu' });
    provider.people.set('nameless', { name: 'No Address' });
    provider.people.set('two', known('two@example.edu'));
    expect((await enter('unverified')).code).toBe('signOnUnverified');
    expect((await enter('unsaid')).code).toBe('signOnUnverified');
    expect((await enter('nameless')).code).toBe('signOnClaimMissing');
    expect((await enter('two')).code).toBe('signOnAmbiguous');
  });

  it('never matches an account to the next person with its address', async () => {
    await person('desk@example.edu');
    provider.people.set('desk-before', known('desk@example.edu'));
    provider.people.set('desk-after', known('desk@example.edu'));
    expect((await enter('desk-before')).status).toBe(200);
    expect((await enter('desk-after')).code).toBe('signOnTaken');
    expect((await enter('desk-before')).status).toBe(200);
  });

  it('requires the second factor if the account has one, whatever the provider required', async () => {
    const { id } = await person('careful@example.edu');
    await rig.db
      .updateTable('users')
      .set({ totp_secret: Buffer.alloc(48) })
      .where('id', '=', id)
      .execute();
    provider.people.set('careful', known('careful@example.edu'));
    const browser = new Browser(rig.app);
    const answer = await enter('careful', browser);
    expect(answer).toMatchObject({ http: 200, data: { secondFactorNeeded: true } });
    expect([...browser.cookies.keys()]).not.toContain('lectern_session');
    const challenge = 'challenge' in answer.data ? answer.data.challenge : '';
    await rig.db.updateTable('users').set({ access: 1 }).where('id', '=', id).execute();
    const wrong = await browser.call(loginWithSecondFactor, { body: { challenge, code: 'aaaa-bbbb-cccc' } });
    expect(wrong.code).toBe('accountForbidden');
  });

  it('isn’t recorded as used when the login fails', async () => {
    const { id } = await person('unlucky@example.edu');
    provider.people.set('unlucky', known('unlucky@example.edu'));
    const used = async () => {
      const identities = rig.db.selectFrom('user_identities').select('last_used_at').where('user_id', '=', id);
      return (await identities.executeTakeFirstOrThrow()).last_used_at;
    };
    await sql`alter table sessions add constraint unlucky check (user_id <> ${sql.lit(id)})`.execute(rig.db);
    expect((await enter('unlucky')).http).toBe(500);
    expect(await used()).toBeNull();
    await sql`alter table sessions drop constraint unlucky`.execute(rig.db);
    expect((await enter('unlucky')).status).toBe(200);
    expect(await used()).not.toBeNull();
  });

  it('cancels an unused one-time password', async () => {
    const { id, account } = await person('fresh@example.edu', { mustChangePassword: true });
    provider.people.set('fresh', known('fresh@example.edu'));
    expect((await enter('fresh')).data).toMatchObject({ mustChangePassword: false });
    expect((await new Browser(rig.app).login(account, ownPassword)).code).toBe('wrongCredentials');
    const stored = await rig.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    expect(stored?.password_hash).toBeNull();
  });

  it('isn’t blocked by strangers who guess the password', async () => {
    const { account } = await person('guessed@example.edu');
    provider.people.set('guessed', known('guessed@example.edu'));
    const stranger = new Browser(rig.app, { address: '203.0.113.9' });
    await rig.db
      .insertInto('rate_limits')
      .values({
        key: sql<string>`'guess:account:' || encode(sha256(convert_to(${account}, 'UTF8')), 'hex')`,
        count: 10,
        window_ends_at: sql`now() + interval '10 minutes'`,
      })
      .execute();
    expect((await stranger.login(account, ownPassword)).http).toBe(429);
    expect((await enter('guessed')).status).toBe(200);
  });
});

describe('a single sign-on attempt', () => {
  const invalid = { http: 400, status: 101, code: 'signOnStateInvalid' };
  beforeAll(async () => {
    await person('wang@example.edu');
    provider.people.set('wang', known('wang@example.edu'));
  });

  it('works once, even with parallel requests', async () => {
    const browser = new Browser(rig.app);
    const body = await returning('wang', browser);
    const cookie = browser.cookies.get('lectern_sign_on') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const twin = new Browser(rig.app);
        twin.cookies.set('lectern_sign_on', cookie);
        return twin.call(loginWithSignOn, { body });
      }),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 'signOnStateInvalid')).toHaveLength(9);
  });

  it('works only in the browser that started it', async () => {
    const attacker = new Browser(rig.app);
    const body = await returning('wang', attacker);
    const victim = new Browser(rig.app);
    expect(await victim.call(loginWithSignOn, { body })).toMatchObject(invalid);
    const second = await returning('wang', attacker);
    await victim.call(startSignOn);
    expect(await victim.call(loginWithSignOn, { body: second })).toMatchObject(invalid);
  });

  it('expires after ten minutes', async () => {
    const browser = new Browser(rig.app);
    const body = await returning('wang', browser);
    await rig.db.updateTable('sign_on_attempts').set({ expires_at: sql`now() - interval '1 second'` }).execute();
    expect(await browser.call(loginWithSignOn, { body })).toMatchObject(invalid);
  });

  it('refuses an unknown state', async () => {
    const browser = new Browser(rig.app);
    await browser.call(startSignOn);
    expect(await browser.call(loginWithSignOn, { body: { code: 'x', state: 'made up' } })).toMatchObject(invalid);
  });

  it('refuses a used, foreign or invented code', async () => {
    const first = new Browser(rig.app);
    const used = await returning('wang', first);
    expect((await first.call(loginWithSignOn, { body: used })).status).toBe(200);
    for (const code of [used.code, 'made-up']) {
      const browser = new Browser(rig.app);
      const { state, iss } = await returning('wang', browser);
      const answer = await browser.call(loginWithSignOn, { body: { code, state, iss: iss ?? '' } });
      expect(answer, code).toMatchObject({ http: 401, status: 101, code: 'signOnRefused' });
    }
    const [one, other] = [new Browser(rig.app), new Browser(rig.app)];
    const stolen = await returning('wang', one);
    const { state } = await returning('wang', other);
    expect((await other.call(loginWithSignOn, { body: { ...stolen, state } })).code).toBe('signOnRefused');
  });

  it('refuses a response from another issuer', async () => {
    const browser = new Browser(rig.app);
    const body = await returning('wang', browser);
    const answer = await browser.call(loginWithSignOn, { body: { ...body, iss: 'https://evil.example' } });
    expect(answer.code).toBe('signOnRefused');
  });

  it('refuses a token with another attempt’s nonce', async () => {
    const browser = new Browser(rig.app);
    const body = await returning('wang', browser);
    await rig.db.updateTable('sign_on_attempts').set({ nonce: 'another' }).execute();
    expect((await browser.call(loginWithSignOn, { body })).code).toBe('signOnRefused');
  });

  it('passes on the provider’s refusal', async () => {
    const browser = new Browser(rig.app);
    provider.present = undefined;
    const back = await provider.visit((await browser.call(startSignOn)).data.url, redirectUri);
    expect(back.get('error')).toBe('access_denied');
    expect(back.get('code')).toBeNull();
  });
});

describe('a provider that fails', () => {
  const unreachable = { http: 502, status: 502, code: 'signOnUnreachable' };
  it.each([
    ['garbage', 200, '<html>'],
    ['a failure', 500, '{}'],
    ['too much', 200, JSON.stringify({ padding: 'x'.repeat(300_000) })],
  ])('with %s for the code is reported as such, without secrets in the log', async (_what, status, body) => {
    const browser = new Browser(rig.app);
    const arrival = await returning('wang', browser);
    provider.instead.set('/token', (respond) => respond(status, body));
    expect(await browser.call(loginWithSignOn, { body: arrival })).toMatchObject(unreachable);
    const log = rig.logLines.join();
    expect(log).not.toContain(arrival.code);
    expect(log).not.toContain('client-secret-of-lectern');
  });

  it('is used again as soon as it responds', async () => {
    const own = await startSignInRig({ databaseUrl: rig.databaseUrl, env });
    provider.instead.set('/.well-known/openid-configuration', (respond) => respond(503, ''));
    expect(await new Browser(own.app).call(startSignOn)).toMatchObject(unreachable);
    provider.instead.clear();
    expect((await new Browser(own.app).call(startSignOn)).http).toBe(201);
    await own.close();
  });
});

describe('with other settings', () => {
  it('accounts match by another claim and are created with the lowest role', async () => {
    const own = await startSignInRig({
      databaseUrl: rig.databaseUrl,
      env: { ...env, OIDC_CLAIM: 'preferred_username', OIDC_CREATE: 'on' },
    });
    const { account } = await own.person();
    provider.people.set('by-account', { preferred_username: account.toUpperCase() });
    provider.people.set('newcomer', { preferred_username: 'New Comer', name: 'New Comer', email: 'unchecked@x.y' });
    const groupId = crypto.randomUUID();
    await own.db.insertInto('permission_groups').values({ id: groupId, name: 'Teacher' }).execute();
    await own.db.insertInto('default_groups').values({ role_id: 4, group_id: groupId }).execute();
    const arriveAt = async (subject: string) => {
      const browser = new Browser(own.app);
      return browser.call(loginWithSignOn, { body: await returning(subject, browser) });
    };
    expect((await arriveAt('by-account')).status).toBe(200);
    expect((await arriveAt('newcomer')).data).toMatchObject({ roleId: 4, mustChangePassword: false });
    expect((await arriveAt('newcomer')).status).toBe(200);
    const made = await own.db
      .selectFrom('users')
      .select(['name', 'email', 'role_id', 'password_hash', 'group_id'])
      .where('account', '=', 'newcomer')
      .execute();
    expect(made).toEqual([{ name: 'New Comer', email: null, role_id: 4, password_hash: null, group_id: groupId }]);
    await own.close();
  });

  it('single sign-on can be off', async () => {
    const plain = await startSignInRig({ databaseUrl: rig.databaseUrl });
    const browser = new Browser(plain.app);
    expect((await browser.call(getPublicSettings)).data.signOn).toBeNull();
    expect((await browser.call(startSignOn)).code).toBe('notFound');
    expect((await browser.call(loginWithSignOn, { body: { code: 'c', state: 's' } })).code).toBe('notFound');
    await plain.close();
  });
});
