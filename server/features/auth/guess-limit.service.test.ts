import { randomUUID } from 'node:crypto';
import { guessLimit } from '@lectern/contract/constants.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { GuessLimitService } from './guess-limit.service.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

/** Makes wrong guesses at one account and counts how many were checked. */
function guesser(account: string) {
  const service = new GuessLimitService(rig.db);
  const state = { checked: 0 };
  const guess = () =>
    service.signIn({ account, address: '198.51.100.9', knownDevice: undefined }, async () => {
      state.checked += 1;
      return false;
    });
  return { state, guess };
}

async function fill(guess: () => Promise<boolean>): Promise<void> {
  for (let index = 0; index < guessLimit.tries; index += 1) expect(await guess()).toBe(false);
}

describe('the guess limit', () => {
  it('has nothing checked any more once a bucket was seen full', async () => {
    const { state, guess } = guesser('full');
    await fill(guess);
    for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toThrow();
    expect(state.checked).toBeLessThanOrEqual(guessLimit.tries + 1);
  });

  it('has at most one more than may be judged checked when many come at once', async () => {
    const { state, guess } = guesser(`crowd-${randomUUID()}`);
    const answers = await Promise.allSettled(Array.from({ length: 40 }, guess));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(guessLimit.tries);
    expect(state.checked).toBeLessThanOrEqual(guessLimit.tries + 1);
  });

  it('discards a check that another process’s guess made too late', async () => {
    const here = guesser('shared');
    await fill(guesser('shared').guess);
    await expect(here.guess()).rejects.toMatchObject({ code: 'tooManyTries' });
  });
});

describe('the limit of a network', () => {
  const limit = { burst: 5, refillMs: 3_600_000 };
  const from = (address: string, service = new GuessLimitService(rig.db, limit)) => {
    const state = { checked: 0 };
    const guess = (account: string, right = false) =>
      service.signIn({ account, address, knownDevice: undefined }, async () => {
        state.checked += 1;
        return right;
      });
    return { state, guess, service };
  };
  const names = Array.from({ length: 100 }, (_, index) => `name-${index}`);

  it('has no hash computed for refused guesses, however many come at once', async () => {
    const { state, guess } = from('192.0.2.7');
    const answers = await Promise.allSettled(names.map((name) => guess(name)));
    expect(state.checked).toBe(limit.burst);
    const refusals = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason.code);
    expect(refusals).toEqual(Array(names.length - limit.burst).fill('tooManyTries'));
  });

  it('holds for the whole network, in another process and after a restart', async () => {
    const restarted = from('192.0.2.200');
    await expect(restarted.guess('somebody')).rejects.toMatchObject({ code: 'tooManyTries' });
    expect(restarted.state.checked).toBe(0);
    const elsewhere = from('192.0.3.7');
    expect(await elsewhere.guess('somebody')).toBe(false);
  });

  it('refuses from memory once it was seen full, and never a known device', async () => {
    const { service } = from('192.0.2.9');
    expect(() => service.refuseFullNetwork('192.0.2.9')).not.toThrow();
    await expect(from('192.0.2.9', service).guess('somebody')).rejects.toThrow();
    expect(() => service.refuseFullNetwork('192.0.2.10')).toThrow();
    const knownDevice = { userId: 'someone', hash: Buffer.from('mark') };
    const lanes: unknown[] = [];
    const known = { account: 'someone', address: '192.0.2.9', knownDevice };
    const right = await service.signIn(known, async (lane) => {
      lanes.push(lane);
      return true;
    });
    expect([right, lanes]).toEqual([true, ['trusted']]);
  });

  it('counts only wrong guesses: a whole office signs in at once', async () => {
    const { state, guess } = from('192.0.4.7');
    const answers = await Promise.all(names.map((name) => guess(name, true)));
    expect(answers).toEqual(Array(names.length).fill(true));
    expect(state.checked).toBe(names.length);
  });

  it('gives a token back for a guess that the account’s own limit refuses', async () => {
    const wide = new GuessLimitService(rig.db, { burst: 20, refillMs: 3_600_000 });
    const { state, guess } = from('192.0.5.7', wide);
    for (let index = 0; index < 30; index += 1) await guess('one account').catch(() => undefined);
    expect(state.checked).toBeLessThanOrEqual(guessLimit.tries + 1);
    expect(await guess('another account')).toBe(false);
  });
});
