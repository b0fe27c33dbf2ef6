import { guessLimit } from '@lectern/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, type BrowserAnswer } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.db.deleteFrom('rate_limits').execute();
});

type Answer = BrowserAnswer<unknown>;
const judged = (answers: Answer[]) => answers.filter((answer) => answer.code === 'wrongCredentials').length;
const refused = (answers: Answer[]) => answers.filter((answer) => answer.code === 'tooManyTries').length;

async function inTurn(count: number, guess: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await guess(index));
  return answers;
}

/** A person whose browser has signed in before. */
async function owner(address = '203.0.113.5') {
  const person = await rig.person();
  const browser = new Browser(rig.app, { address });
  await browser.login(person.account, ownPassword);
  return { ...person, browser };
}

const stranger = (address = '198.51.100.1', headers = {}) => new Browser(rig.app, { address, headers });

describe('at most ten guesses per account and 15 minutes', () => {
  it('hold for one stranger at one account, while the owner still gets in', async () => {
    const { account, browser } = await owner();
    const answers = await inTurn(30, (index) => stranger().login(account, `guess ${index}`));
    expect(judged(answers)).toBe(10);
    expect(refused(answers)).toBe(20);
    expect((await browser.login(account, ownPassword)).status).toBe(200);
  });

  it('hold for each of many accounts that are sprayed from many addresses', async () => {
    const owners = await Promise.all([owner(), owner(), owner()]);
    for (const { account, browser } of owners) {
      const answers = await inTurn(14, (index) => stranger(`198.51.100.${index}`).login(account, 'Summer2026!'));
      expect(judged(answers)).toBe(10);
      expect((await browser.login(account, ownPassword)).status).toBe(200);
    }
  });

  it('hold against forged forwarding headers', async () => {
    const { account, browser } = await owner();
    const answers = await inTurn(20, (index) => {
      const forged = `10.0.0.${index}`;
      const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
      return stranger('198.51.100.1', headers).login(account, 'guess');
    });
    expect(judged(answers)).toBe(10);
    expect((await browser.login(account, ownPassword)).status).toBe(200);
  });

  it('hold for 50 guesses at the same moment', async () => {
    const { account, browser } = await owner();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => stranger().login(account, `guess ${index}`)),
    );
    expect(judged(answers)).toBe(10);
    expect(refused(answers)).toBe(40);
    expect((await browser.login(account, ownPassword)).status).toBe(200);
  });

  it('hold over a restart and over two processes', async () => {
    const { account, browser } = await owner();
    await inTurn(6, () => stranger().login(account, 'guess'));
    const restarted = await startSignInRig({ databaseUrl: rig.databaseUrl });
    const answers = await inTurn(10, () => new Browser(restarted.app).login(account, 'guess'));
    expect(judged(answers)).toBe(4);
    browser.app = restarted.app;
    expect((await browser.login(account, ownPassword)).status).toBe(200);
    await restarted.close();
  });

  it('hold for all spellings of an account together', async () => {
    const { account } = await owner();
    const spellings = [account, account.toUpperCase(), ` ${account}`, account.replace('p', 'ｐ')];
    const answers = await inTurn(16, (index) => stranger().login(spellings[index % 4] ?? '', 'guess'));
    expect(judged(answers)).toBe(10);
  });

  it('hold for any 15 minutes, not only for fixed windows', async () => {
    const { account } = await owner();
    await inTurn(9, () => stranger().login(account, 'guess'));
    // As if these guesses had been made 14 minutes ago.
    await rig.db
      .updateTable('rate_limits')
      .set({ window_ends_at: sql`window_ends_at - interval '14 minutes'` })
      .execute();
    expect((await stranger().login(account, 'guess')).code).toBe('wrongCredentials');
    await rig.db
      .updateTable('rate_limits')
      .set({ window_ends_at: sql`window_ends_at - interval '14 minutes'` })
      .execute();
    expect((await stranger().login(account, 'guess')).code).toBe('tooManyTries');
    await rig.db
      .updateTable('rate_limits')
      .set({ window_ends_at: sql`window_ends_at - interval '2 minutes'` })
      .execute();
    expect((await stranger().login(account, 'guess')).code).toBe('wrongCredentials');
  });

  it('cost one hash each, whether the account is unknown, forbidden or only the password is wrong', async () => {
    const [wrong, forbidden] = [await rig.person(), await rig.person({ access: 1 })];
    const verify = vi.spyOn(rig.hasher, 'verify');
    const costs: unknown[] = [];
    for (const [place, account] of ['no-such-account', wrong.account, forbidden.account].entries()) {
      verify.mockClear();
      const { http, code } = await stranger(`198.18.${place}.1`).login(account, 'guess');
      costs.push([http, code, verify.mock.calls.map(([, , lane]) => lane)]);
    }
    verify.mockRestore();
    expect(costs).toEqual(Array(3).fill([401, 'wrongCredentials', [{ networkGuesses: 1 }]]));
  });

  it('don’t reveal whether the account exists', async () => {
    const { account } = await owner();
    const attempt = async (name: string) =>
      (await inTurn(12, () => stranger().login(name, 'guess'))).map(({ http, code }) => `${http} ${code}`);
    expect(await attempt('no-such-account')).toEqual(await attempt(account));
  });
});

describe('too many tries', () => {
  it('report the end of the limit, in the body and as Retry-After', async () => {
    const { account } = await owner();
    await inTurn(10, () => stranger().login(account, 'guess'));
    const answer = await stranger().login(account, ownPassword);
    expect(answer).toMatchObject({ http: 429, status: 429, code: 'tooManyTries' });
    const until = new Date((answer.body.data as { until: string }).until).getTime();
    expect(Math.abs(until - Date.now() - guessLimit.windowMs)).toBeLessThan(60_000);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('count known devices separately', async () => {
    const { account, browser } = await owner();
    const answers = await inTurn(12, () => browser.login(account, 'guess'));
    expect(judged(answers)).toBe(10);
    expect((await stranger().login(account, ownPassword)).status).toBe(200);
  });

  it('are not lent by a device that is known to another account only', async () => {
    const { account } = await owner();
    const attacker = await owner();
    const answers = await inTurn(12, () => attacker.browser.login(account, 'guess'));
    expect(judged(answers)).toBe(10);
    expect((await stranger().login(account, 'guess')).code).toBe('tooManyTries');
  });

  it('over many accounts are refused to a whole network before any hash, except to known devices', async () => {
    const { account, browser: here } = await owner('198.51.101.77');
    const other = await owner('198.51.101.9');
    const spent = { count: 1, window_ends_at: sql<Date>`now() + interval '20 minutes'` };
    await rig.db
      .insertInto('rate_limits')
      .values({ key: 'guess:network:198.51.101.0/24', ...spent })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(spent))
      .execute();
    const verify = vi.spyOn(rig.hasher, 'verify');
    const forged = { 'x-forwarded-for': '203.0.113.200', forwarded: 'for=203.0.113.200' };
    const answers = [
      await stranger('198.51.101.78').login('no-such-account', 'guess'),
      await stranger('198.51.101.79', forged).login(account, ownPassword),
      await other.browser.login(account, ownPassword),
    ];
    expect(answers.map((answer) => answer.code)).toEqual(Array(3).fill('tooManyTries'));
    expect(verify).not.toHaveBeenCalled();
    expect((await here.login(account, ownPassword)).status).toBe(200);
    expect((await other.browser.login(other.account, ownPassword)).status).toBe(200);
    expect(verify.mock.calls.map(([, , lane]) => lane)).toEqual(['trusted', 'trusted']);
    expect((await stranger('198.51.102.78').login(account, ownPassword)).status).toBe(200);
    expect(verify.mock.lastCall?.[2]).toEqual({ networkGuesses: 1 });
    verify.mockRestore();
  });

  it('in a flood of 250 from one address keep neither a known device nor another network out', async () => {
    const { account, browser: here } = await owner('198.51.103.77');
    const flood = Array.from({ length: 250 }, (_, index) => stranger('198.51.103.1').login(`name-${index}`, 'guess'));
    const [known, elsewhere] = await Promise.all([
      here.login(account, ownPassword),
      stranger('198.51.104.1').login(account, ownPassword),
    ]);
    expect([known.status, elsewhere.status]).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    expect(judged(answers) + refused(answers)).toBe(250);
    // A few tokens are refilled during the flood.
    expect(judged(answers)).toBeLessThan(80);
  });
});

describe('a right password', () => {
  it('uses up no guess', async () => {
    const { account } = await owner();
    const answers = await inTurn(15, () => stranger().login(account, ownPassword));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(judged(await inTurn(12, () => stranger().login(account, 'guess')))).toBe(10);
  });

  it('logs in 25 times in parallel', async () => {
    const { account } = await owner();
    const answers = await Promise.all(Array.from({ length: 25 }, () => stranger().login(account, ownPassword)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(25).fill(200));
  });

  it('doesn’t reset the wrong ones', async () => {
    const { account } = await owner();
    await inTurn(9, () => stranger().login(account, 'guess'));
    await stranger().login(account, ownPassword);
    expect(judged(await inTurn(5, () => stranger().login(account, 'guess')))).toBe(1);
  });

  it('of a forbidden account gets the same answer every time', async () => {
    const { account } = await rig.person({ access: 1 });
    const answers = await inTurn(12, () => stranger().login(account, ownPassword));
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(['accountForbidden']));
  });
});
