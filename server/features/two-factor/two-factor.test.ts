import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@lectern/contract/features/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Authenticator, enrol } from '../../testing/authenticator.ts';
import { type Identity, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const password = testPassword;

function rowOf(userId: string) {
  return test.db
    .selectFrom('users')
    .select(['totp_secret', 'recovery_hashes', 'version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

async function setUp(as: Identity) {
  return (await test.call(setUpTwoFactor, { body: { password } }, { as })).data;
}

describe('setting the second factor up', () => {
  it('shows a secret as text, address and picture, and changes nothing before the first code', async () => {
    const as = await test.identity({ roleId: 4 });
    const setup = await setUp(as);
    expect(setup.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const uri = new URL(setup.uri);
    expect(uri.searchParams.get('secret')).toBe(setup.secret.replaceAll(' ', ''));
    expect(uri.searchParams.get('issuer')).toBe('Lectern');
    expect(decodeURIComponent(uri.pathname)).toContain(as.account);
    expect(setup.qr.size).toBeGreaterThan(29);
    expect(setup.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    expect((await rowOf(as.userId)).totp_secret).toBeNull();
    expect((await test.call(getTwoFactor, {}, { as })).data).toEqual({
      enabled: false,
      since: null,
      recoveryCodesLeft: 0,
    });
  });

  it('is turned on with the first code and shows ten recovery codes that the database doesn’t contain', async () => {
    const as = await test.identity({ roleId: 4 });
    const { recoveryCodes } = await enrol(test, as, password);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await test.call(getTwoFactor, {}, { as })).data).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    const row = await rowOf(as.userId);
    expect(row.totp_secret?.length).toBe(12 + 16 + 20);
    for (const code of recoveryCodes) {
      expect(row.recovery_hashes.some((hash) => hash.includes(Buffer.from(code)))).toBe(false);
    }
    const activities = await test.db.selectFrom('activities').selectAll().where('object_id', '=', as.userId).execute();
    expect(activities.map((activity) => activity.action)).toContain('twoFactor.enabled');
    expect(test.logLines.join('')).not.toContain(recoveryCodes[0]);
  });

  it('refuses a wrong password, a wrong code and a foreign, changed or expired setup', async () => {
    const [as, other] = [await test.identity({ roleId: 4 }), await test.identity({ roleId: 4 })];
    const wrong = await test.call(setUpTwoFactor, { body: { password: 'not the password' } }, { as });
    expect(wrong.failure.code).toBe('wrongPassword');
    const setup = await setUp(as);
    const app = new Authenticator(setup.secret);
    const confirm = (body: { setup: string; code: string }, who = as) =>
      test.call(confirmTwoFactor, { body }, { as: who });
    expect((await confirm({ setup: setup.setup, code: app.wrongCode() })).failure.code).toBe('wrongCode');
    expect((await confirm({ setup: setup.setup, code: app.code() }, other)).failure.code).toBe('setupOver');
    expect((await confirm({ setup: `${setup.setup.slice(0, -2)}AA`, code: app.code() })).failure.code).toBe(
      'setupOver',
    );
    expect((await confirm({ setup: 'x', code: app.code() })).failure.code).toBe('setupOver');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    try {
      expect((await confirm({ setup: setup.setup, code: app.code() })).failure.code).toBe('setupOver');
    } finally {
      vi.useRealTimers();
    }
    expect((await rowOf(as.userId)).totp_secret).toBeNull();
    expect((await rowOf(other.userId)).totp_secret).toBeNull();
  });

  it('is confirmed with the code however it was typed', async () => {
    const as = await test.identity({ roleId: 4 });
    const setup = await setUp(as);
    const code = new Authenticator(setup.secret).code();
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await test.call(confirmTwoFactor, { body: { setup: setup.setup, code: typed } }, { as })).status).toBe(200);
  });

  it('shows the codes once, also to a request that is sent twice', async () => {
    const as = await test.identity({ roleId: 4 });
    const setup = await setUp(as);
    const body = { setup: setup.setup, code: new Authenticator(setup.secret).code() };
    const headers = { 'idempotency-key': 'enrol-once' };
    const first = await test.call(confirmTwoFactor, { body }, { as, headers });
    const second = await test.call(confirmTwoFactor, { body }, { as, headers });
    expect(first.data.recoveryCodes).toHaveLength(10);
    expect(second).toMatchObject({ http: 409, status: 409 });
    const kept = await test.db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'enrol-once').execute();
    expect(JSON.stringify(kept)).not.toContain(first.data.recoveryCodes[0]);
  });
});

describe('changing the second factor', () => {
  it('renews the recovery codes with the password, and only where there is a factor', async () => {
    const as = await test.identity({ roleId: 4 });
    expect((await test.call(renewRecoveryCodes, { body: { password } }, { as })).failure.code).toBe('notFound');
    const { recoveryCodes } = await enrol(test, as, password);
    const wrong = await test.call(renewRecoveryCodes, { body: { password: 'wrong' } }, { as });
    expect(wrong.failure.code).toBe('wrongPassword');
    const renewed = await test.call(renewRecoveryCodes, { body: { password } }, { as });
    expect(renewed.data.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  });

  it('turns it off with the password, and takes everything of it away', async () => {
    const as = await test.identity({ roleId: 4 });
    await enrol(test, as, password);
    const wrong = await test.call(disableTwoFactor, { body: { password: 'wrong' } }, { as });
    expect(wrong.failure.code).toBe('wrongPassword');
    expect((await rowOf(as.userId)).totp_secret).not.toBeNull();
    expect((await test.call(disableTwoFactor, { body: { password } }, { as })).status).toBe(204);
    expect(await rowOf(as.userId)).toMatchObject({ totp_secret: null, recovery_hashes: [] });
    const told = await test.db.selectFrom('notifications').select('kind').where('user_id', '=', as.userId).execute();
    expect(told.map(({ kind }) => kind).sort()).toEqual(['twoFactorOff', 'twoFactorOn']);
  });

  it('limits how often the password can be guessed here, too', async () => {
    const as = await test.identity({ roleId: 4 });
    const guess = () => test.call(disableTwoFactor, { body: { password: 'a guess' } }, { as });
    const answers = [];
    for (let number = 0; number < 11; number += 1) answers.push((await guess()).failure.code);
    expect(answers.slice(0, 10).every((code) => code === 'wrongPassword')).toBe(true);
    expect(answers[10]).toBe('tooManyTries');
  });
});
