import { signOnLinkPrefix } from '@lectern/contract/constants.ts';
import {
  getSignOn,
  linkSignOn,
  loginWithSignOn,
  startSignOn,
  startSignOnLink,
  unlinkSignOn,
} from '@lectern/contract/features/sign-on.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { IdentityProviderRig } from '../../testing/identity-provider-rig.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

const redirectUri = 'http://lectern.test/app/auth';
let provider: IdentityProviderRig;
let rig: SignInRig;
beforeAll(async () => {
  provider = await IdentityProviderRig.start(redirectUri);
  rig = await startSignInRig({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'lectern',
      OIDC_CLIENT_SECRET: 'client-secret-of-lectern',
    },
  });
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});

async function signedIn(wanted: Parameters<SignInRig['person']>[0] = {}) {
  const browser = new Browser(rig.app);
  const { id, account } = await rig.person(wanted);
  await browser.login(account, ownPassword);
  return { id, browser };
}

async function visit(subject: string, url: string) {
  provider.present = subject;
  const back = await provider.visit(url, redirectUri);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '', iss: back.get('iss') ?? '' };
}

async function returning(subject: string, browser: Browser) {
  const { data } = await browser.call(startSignOnLink, { body: { password: ownPassword } });
  return visit(subject, data.url);
}

async function link(subject: string, browser: Browser) {
  return browser.call(linkSignOn, { body: await returning(subject, browser) });
}

async function enter(subject: string) {
  const browser = new Browser(rig.app);
  const body = await visit(subject, (await browser.call(startSignOn)).data.url);
  return browser.call(loginWithSignOn, { body });
}

const ownName = (subject: string) => provider.people.set(subject, { preferred_username: subject });

describe('linking an identity in the profile', () => {
  it('logs its owner in from then on, whatever the claims say, and notifies them', async () => {
    const { id, browser } = await signedIn();
    ownName('one');
    expect((await browser.call(getSignOn)).data).toEqual({
      label: '',
      identity: null,
      mayUnlink: true,
      hasPassword: true,
    });
    const answer = await link('one', browser);
    expect(answer.data).toMatchObject({ identity: { label: 'one', lastUsedAt: null }, mayUnlink: true });
    expect((await enter('one')).status).toBe(200);
    const notes = await rig.db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute();
    expect(notes.map(({ kind }) => kind)).toContain('signOnLinked');
  });

  it('asks for the password first, and begins with a state that the login page can tell apart', async () => {
    const { browser } = await signedIn();
    const wrong = await browser.call(startSignOnLink, { body: { password: 'not this one' } });
    expect(wrong.code).toBe('wrongPassword');
    const { data } = await browser.call(startSignOnLink, { body: { password: ownPassword } });
    expect(new URL(data.url).searchParams.get('state')?.startsWith(signOnLinkPrefix)).toBe(true);
  });

  it('refuses someone else’s identity and a second one', async () => {
    const first = await signedIn();
    const second = await signedIn();
    ownName('two');
    ownName('three');
    expect((await link('two', first.browser)).status).toBe(200);
    expect(await link('two', second.browser)).toMatchObject({ http: 409, code: 'signOnLinkedElsewhere' });
    expect(await link('three', first.browser)).toMatchObject({ http: 409, code: 'signOnOneOnly' });
  });

  it('is nothing that one person can begin and another one finish, nor a way to sign in', async () => {
    const victim = await signedIn();
    const attacker = await signedIn();
    ownName('evil');
    const body = await returning('evil', attacker.browser);
    const cookie = attacker.browser.cookies.get('lectern_sign_on') ?? '';
    victim.browser.cookies.set('lectern_sign_on', cookie);
    expect((await victim.browser.call(linkSignOn, { body })).code).toBe('signOnStateInvalid');
    const again = await returning('evil', attacker.browser);
    expect((await attacker.browser.call(loginWithSignOn, { body: again })).code).toBe('signOnStateInvalid');
    const login = await visit('evil', (await attacker.browser.call(startSignOn)).data.url);
    expect((await attacker.browser.call(linkSignOn, { body: login })).code).toBe('signOnStateInvalid');
  });
});

describe('unlinking an identity', () => {
  it('keeps it out, even where its claim would find the account again, until it is linked again', async () => {
    const { id, browser } = await signedIn();
    provider.people.set('four', { email: 'four@example.edu', email_verified: true });
    await rig.db.updateTable('users').set({ email: 'four@example.edu' }).where('id', '=', id).execute();
    expect((await enter('four')).status).toBe(200);
    expect((await browser.call(unlinkSignOn)).data.identity).toBeNull();
    expect(await enter('four')).toMatchObject({ http: 403, code: 'signOnUnlinked' });
    expect((await browser.call(unlinkSignOn)).code).toBe('notFound');
    expect((await link('four', browser)).data.identity).toMatchObject({ label: 'four@example.edu' });
    expect((await enter('four')).status).toBe(200);
    const activities = await rig.db
      .selectFrom('activities')
      .select('action')
      .where('object_id', '=', id)
      .where('action', 'like', 'signOn.%')
      .orderBy('id')
      .execute();
    expect(activities.map(({ action }) => action)).toEqual(['signOn.linked', 'signOn.unlinked', 'signOn.linked']);
  });

  it('is refused while it is the only way in', async () => {
    const { id, browser } = await signedIn();
    ownName('five');
    await link('five', browser);
    await rig.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    expect((await browser.call(getSignOn)).data).toMatchObject({ mayUnlink: false, hasPassword: false });
    expect(await browser.call(unlinkSignOn)).toMatchObject({ http: 409, code: 'signOnLastWay' });
    expect((await enter('five')).status).toBe(200);
  });
});
