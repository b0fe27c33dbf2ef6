import { type LoginAnswer, login, loginWithSecondFactor, type SessionTokens } from '@lectern/contract/features/auth.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authenticator, enrol } from '../../testing/authenticator.ts';
import { Browser } from '../../testing/browser.ts';
import { type Identity, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Enrolled = { person: Identity; app: Authenticator; recoveryCodes: string[] };

async function enrolled(): Promise<Enrolled> {
  const person = await test.identity({ roleId: 4 });
  return { person, ...(await enrol(test, person, testPassword)) };
}

function challengeOf(answer: LoginAnswer): string {
  if (!('challenge' in answer)) throw new Error('No second factor was asked for');
  return answer.challenge;
}

async function firstStep(person: Identity, browser = new Browser(test.app)): Promise<string> {
  return challengeOf((await browser.call(login, { body: { account: person.account, password: testPassword } })).data);
}

const secondStep = (challenge: string, code: string, browser = new Browser(test.app)) =>
  browser.call(loginWithSecondFactor, { body: { challenge, code } });

const sessionsOf = (userId: string) =>
  test.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();

describe('login with a second factor', () => {
  it('is required after the right password, before any token, cookie or session', async () => {
    const { person } = await enrolled();
    const before = await sessionsOf(person.userId);
    const browser = new Browser(test.app);
    const answer = await browser.call(login, { body: { account: person.account, password: testPassword } });
    expect(answer).toMatchObject({ http: 200, status: 200, data: { secondFactorNeeded: true } });
    expect(Object.keys(answer.data).sort()).toEqual(['challenge', 'expiresAt', 'secondFactorNeeded']);
    expect(answer.setCookies).toEqual([]);
    expect(await sessionsOf(person.userId)).toEqual(before);
  });

  it('isn’t mentioned after a wrong password', async () => {
    const { person } = await enrolled();
    const answer = await new Browser(test.app).login(person.account, 'wrong password');
    expect(answer).toMatchObject({ http: 401, status: 101, code: 'wrongCredentials' });
  });

  it('opens the session with the app’s code and records the method', async () => {
    const { person, app } = await enrolled();
    const browser = new Browser(test.app);
    const answer = await secondStep(await firstStep(person, browser), app.code(), browser);
    expect(answer).toMatchObject({ http: 200, status: 200 });
    expect((answer.data as SessionTokens).token).toBeTruthy();
    expect([...browser.cookies.keys()].sort()).toEqual(['lectern_device', 'lectern_session']);
    const activity = await test.db
      .selectFrom('activities')
      .select('after')
      .where('actor_id', '=', person.userId)
      .where('action', '=', 'auth.signedIn')
      .executeTakeFirstOrThrow();
    expect(activity.after).toEqual({ by: 'password', secondFactor: 'app' });
  });

  it('accepts each recovery code once, in any format, and notifies the owner', async () => {
    const { person, recoveryCodes } = await enrolled();
    const [code = ''] = recoveryCodes;
    expect((await secondStep(await firstStep(person), ` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await secondStep(await firstStep(person), code)).code).toBe('wrongCode');
    const told = await test.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', person.userId)
      .execute();
    expect(told.map(({ kind }) => kind)).toContain('recoveryCodeUsed');
  });

  it('accepts an app code once, even in parallel', async () => {
    const { person, app } = await enrolled();
    const challenges = await Promise.all([firstStep(person), firstStep(person), firstStep(person)]);
    const code = app.code();
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await secondStep(await firstStep(person), code)).code).toBe('wrongCode');
  });

  it('opens one session per challenge, with any codes', async () => {
    const { person, recoveryCodes } = await enrolled();
    const challenge = await firstStep(person);
    const answers = await Promise.all(recoveryCodes.slice(0, 4).map((code) => secondStep(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'challengeOver')).toHaveLength(3);
  });

  it('refuses unknown, expired and other people’s challenges', async () => {
    const [mine, other] = [await enrolled(), await enrolled()];
    expect((await secondStep('invented', mine.app.code())).code).toBe('challengeOver');
    expect((await secondStep(await firstStep(other.person), mine.app.code())).code).toBe('wrongCode');
    const challenge = await firstStep(mine.person);
    await sql`update sign_in_challenges set expires_at = now() where user_id = ${mine.person.userId}`.execute(test.db);
    expect((await secondStep(challenge, mine.app.code())).code).toBe('challengeOver');
  });

  it('ends the attempt when password, access or factor change', async () => {
    const changed = await enrolled();
    const afterChange = await firstStep(changed.person);
    const hash = await test.container.services.hasher.hash('a brand new password');
    await test.db.updateTable('users').set({ password_hash: hash }).where('id', '=', changed.person.userId).execute();
    expect((await secondStep(afterChange, changed.app.code())).code).toBe('challengeOver');

    const forbidden = await enrolled();
    const afterForbid = await firstStep(forbidden.person);
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', forbidden.person.userId).execute();
    expect((await secondStep(afterForbid, forbidden.app.code())).code).toBe('accountForbidden');

    const reset = await enrolled();
    const afterReset = await firstStep(reset.person);
    await test.db.updateTable('users').set({ totp_secret: null }).where('id', '=', reset.person.userId).execute();
    expect((await secondStep(afterReset, reset.app.code())).code).toBe('challengeOver');
  });

  it('allows ten wrong codes in 15 minutes over any number of challenges', async () => {
    const { person, app } = await enrolled();
    const challenges = await Promise.all(Array.from({ length: 6 }, () => firstStep(person)));
    const guesses = Array.from({ length: 30 }, (_, number) =>
      secondStep(challenges[number % challenges.length] ?? '', app.wrongCode()),
    );
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'wrongCode')).toHaveLength(10);
    expect(codes.filter((code) => code === 'tooManyTries')).toHaveLength(20);
    expect((await secondStep(await firstStep(person), app.code())).code).toBe('tooManyTries');
    const noted = await test.db
      .selectFrom('activities')
      .select('id')
      .where('object_id', '=', person.userId)
      .where('action', '=', 'auth.secondFactorRefused')
      .execute();
    expect(noted).toHaveLength(10);
  });

  it('lets the owner in from a known device while strangers have used up the guesses', async () => {
    const { person, app, recoveryCodes } = await enrolled();
    const own = new Browser(test.app);
    expect((await secondStep(await firstStep(person, own), recoveryCodes[0] ?? '', own)).status).toBe(200);
    const challenge = await firstStep(person);
    await Promise.all(Array.from({ length: 11 }, () => secondStep(challenge, app.wrongCode())));
    expect((await secondStep(await firstStep(person), app.code())).code).toBe('tooManyTries');
    expect((await secondStep(await firstStep(person, own), app.code(), own)).status).toBe(200);
  });

  it('keeps challenges and codes out of log and database', async () => {
    const { person, app } = await enrolled();
    const challenge = await firstStep(person);
    const code = app.code();
    const kept = await test.db.selectFrom('sign_in_challenges').selectAll().execute();
    expect(kept.some((row) => row.hash.includes(Buffer.from(challenge)))).toBe(false);
    await secondStep(challenge, code);
    expect(test.logLines.join('')).not.toContain(challenge);
    expect(test.logLines.join('')).not.toContain(`"${code}"`);
  });

  it('reports a factor sealed with another key instead of calling the code wrong', async () => {
    const { person, app } = await enrolled();
    await test.db
      .updateTable('users')
      .set({ totp_secret: Buffer.alloc(48, 7) })
      .where('id', '=', person.userId)
      .execute();
    expect((await secondStep(await firstStep(person), app.code())).code).toBe('serverError');
  });
});
