import { guessLimit } from '@lectern/contract/constants.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';
import { GuessLimitService } from './guess-limit.service.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

/** Wrong guesses at one account, and how many of them were looked at. */
function guesser(account: string) {
  const service = new GuessLimitService(rig.db);
  const state = { checked: 0 };
  const guess = () =>
    service.signIn(
      { account, address: '198.51.100.9', addressFullUntil: undefined, knownDevice: undefined },
      async () => {
        state.checked += 1;
        return false;
      },
    );
  return { state, guess };
}

async function fill(guess: () => Promise<boolean>): Promise<void> {
  for (let index = 0; index < guessLimit.tries; index += 1) expect(await guess()).toBe(false);
}

describe('the limit of guesses', () => {
  it('has nothing checked any more once a bucket was seen full', async () => {
    const { state, guess } = guesser('full');
    await fill(guess);
    for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toThrow();
    expect(state.checked).toBeLessThanOrEqual(guessLimit.tries + 1);
  });

  it('has at most one more than may be judged checked when many come at once', async () => {
    const { state, guess } = guesser('crowd');
    const answers = await Promise.allSettled(Array.from({ length: 40 }, guess));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(guessLimit.tries);
    expect(state.checked).toBeLessThanOrEqual(guessLimit.tries + 1);
  });

  it('tells nothing of a check that was made ahead of a try that another process had used up', async () => {
    const here = guesser('shared');
    await fill(guesser('shared').guess);
    await expect(here.guess()).rejects.toMatchObject({ code: 'tooManyTries' });
  });
});
