import { getCurrentUser, refreshSession } from '@lectern/contract/features/auth.ts';
import { loadPageData } from '@lectern/contract/page-data.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecretToken } from '../../platform/secret-token.ts';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

async function signedIn() {
  const person = await rig.person();
  const browser = new Browser(rig.app);
  const { data } = await browser.login(person.account, ownPassword);
  return { ...person, browser, tokens: data };
}

const refresh = (browser: Browser, refreshToken: string) => browser.call(refreshSession, { body: { refreshToken } });
const works = async (token: string) => {
  const answer = await new Browser(rig.app, { headers: { authorization: `Bearer ${token}` } }).call(getCurrentUser);
  return answer.status;
};

/** Moves the token's timestamps into the past. */
async function age(refreshToken: string, seconds: number): Promise<void> {
  await rig.db
    .updateTable('session_tokens')
    .set({ used_at: sql`used_at - ${seconds} * interval '1 second'` })
    .where('hash', '=', hashSecretToken(refreshToken))
    .execute();
}

async function endOf(userId: string) {
  return rig.db
    .selectFrom('sessions')
    .select(['id', 'ended_at', 'end_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

describe('a refresh', () => {
  it('gives a new pair that works, and leaves the old access token to run out', async () => {
    const { browser, tokens } = await signedIn();
    const answer = await refresh(browser, tokens.refreshToken);
    expect(answer.status).toBe(200);
    expect(answer.data.token).not.toBe(tokens.token);
    expect(answer.data.refreshToken).not.toBe(tokens.refreshToken);
    expect(await works(answer.data.token)).toBe(200);
    expect(await works(tokens.token)).toBe(200);
  });

  it('keeps the cookie of the browser valid and makes it last', async () => {
    const { browser, tokens } = await signedIn();
    const cookie = browser.cookies.get('lectern_session');
    const answer = await refresh(browser, tokens.refreshToken);
    expect(answer.setCookies).toHaveLength(1);
    expect(answer.setCookies[0]).toContain(`lectern_session=${cookie}; Max-Age=1209600;`);
    const query = { route: 'home.profile', url: '/app/home/profile' };
    expect((await browser.call(loadPageData, { query })).status).toBe(200);
  });

  it('gives a browser that lost its cookie a new one', async () => {
    const { browser, tokens } = await signedIn();
    browser.cookies.set('lectern_session', 'something else');
    await refresh(browser, tokens.refreshToken);
    expect(browser.cookies.get('lectern_session')).not.toBe('something else');
    const query = { route: 'home.profile', url: '/app/home/profile' };
    expect((await browser.call(loadPageData, { query })).status).toBe(200);
  });

  it('lets the session live 14 days from then on', async () => {
    const { id, browser, tokens } = await signedIn();
    const expiry = () =>
      rig.db
        .selectFrom('sessions')
        .select(sql<number>`round(extract(epoch from expires_at - now()) / 3600)::int`.as('hours'))
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
    await rig.db
      .updateTable('sessions')
      .set({ expires_at: sql`now() + interval '1 hour'` })
      .where('user_id', '=', id)
      .execute();
    await refresh(browser, tokens.refreshToken);
    expect((await expiry()).hours).toBe(14 * 24);
  });

  it('has one winner among 50 at once, in each of 20 rounds', async () => {
    const { browser, tokens } = await signedIn();
    let { refreshToken } = tokens;
    for (let round = 0; round < 20; round += 1) {
      const current = refreshToken;
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(new Browser(rig.app), current)));
      const winners = answers.filter((answer) => answer.status === 200);
      const losers = answers.filter((answer) => answer.http === 409 && answer.code === 'refreshRaced');
      expect([winners.length, losers.length], `round ${round}`).toEqual([1, 49]);
      refreshToken = winners[0]?.data.refreshToken ?? '';
      expect(await works(winners[0]?.data.token ?? '')).toBe(200);
    }
    expect((await refresh(browser, refreshToken)).status).toBe(200);
  });

  it('distinguishes unknown, expired and ended tokens', async () => {
    const { id, browser, tokens } = await signedIn();
    expect(await refresh(browser, 'nobody has this')).toMatchObject({ http: 401, status: 103 });
    expect(await refresh(browser, tokens.token)).toMatchObject({ http: 401, status: 103 });
    expect(await refresh(browser, browser.cookies.get('lectern_session') ?? '')).toMatchObject({ status: 103 });

    const hash = hashSecretToken(tokens.refreshToken);
    const expire = (when: string) =>
      rig.db
        .updateTable('session_tokens')
        .set({ expires_at: sql`now() + ${when}::interval` })
        .where('hash', '=', hash)
        .execute();
    await expire('-1 second');
    expect(await refresh(browser, tokens.refreshToken)).toMatchObject({ http: 401, status: 104 });
    await expire('1 day');
    await rig.db.updateTable('users').set({ access: 1 }).where('id', '=', id).execute();
    expect(await refresh(browser, tokens.refreshToken)).toMatchObject({ http: 401, status: 105 });
    await rig.db.updateTable('users').set({ access: 0 }).where('id', '=', id).execute();
    await rig.db.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', id).execute();
    expect(await refresh(browser, tokens.refreshToken)).toMatchObject({ http: 401, status: 105 });
  });
});

describe('a stolen refresh token', () => {
  it('ends the session for both when it comes back after the race is over', async () => {
    const { id, browser, tokens } = await signedIn();
    const thief = await refresh(new Browser(rig.app), tokens.refreshToken);
    await age(tokens.refreshToken, 9);
    expect((await refresh(browser, tokens.refreshToken)).code).toBe('refreshRaced');
    expect(await works(thief.data.token)).toBe(200);
    await age(tokens.refreshToken, 2);
    expect(await refresh(browser, tokens.refreshToken)).toMatchObject({ http: 401, status: 105 });
    expect(await works(thief.data.token)).toBe(105);
    expect(await refresh(new Browser(rig.app), thief.data.refreshToken)).toMatchObject({ status: 105 });
    const session = await endOf(id);
    expect(session.end_reason).toBe('refreshReused');
    const activities = await rig.db
      .selectFrom('activities')
      .select(['action', 'object_id'])
      .where('action', '=', 'auth.refreshTokenReused')
      .where('object_id', '=', session.id)
      .execute();
    expect(activities).toHaveLength(1);
  });

  it('ends the session however many renewals ago it was used', async () => {
    const { browser, tokens } = await signedIn();
    const second = await refresh(browser, tokens.refreshToken);
    const third = await refresh(browser, second.data.refreshToken);
    await age(tokens.refreshToken, 60);
    expect(await refresh(new Browser(rig.app), tokens.refreshToken)).toMatchObject({ status: 105 });
    expect(await works(third.data.token)).toBe(105);
  });

  it('is recognised after a restart', async () => {
    const { tokens } = await signedIn();
    await refresh(new Browser(rig.app), tokens.refreshToken);
    await age(tokens.refreshToken, 60);
    const restarted = await startSignInRig({ databaseUrl: rig.databaseUrl });
    expect(await refresh(new Browser(restarted.app), tokens.refreshToken)).toMatchObject({ status: 105 });
    await restarted.close();
    expect(await works(tokens.token)).toBe(105);
  });

  it('is revoked once by 20 that come back at the same moment', async () => {
    const { id, tokens } = await signedIn();
    await refresh(new Browser(rig.app), tokens.refreshToken);
    await age(tokens.refreshToken, 60);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(new Browser(rig.app), tokens.refreshToken)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(105));
    const { id: sessionId } = await endOf(id);
    const activities = await rig.db
      .selectFrom('activities')
      .select('id')
      .where('action', '=', 'auth.refreshTokenReused')
      .where('object_id', '=', sessionId)
      .execute();
    expect(activities).toHaveLength(1);
  });
});
