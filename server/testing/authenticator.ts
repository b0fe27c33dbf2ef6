import { confirmTwoFactor, setUpTwoFactor } from '@lectern/contract/features/two-factor.ts';
import { codeOf, stepAt } from '../features/two-factor/totp.ts';
import type { Identity, TestApp } from './test-app.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app that knows only the secret shown during setup. */
export class Authenticator {
  readonly #secret: Buffer;

  constructor(shownSecret: string) {
    const bits = [...shownSecret.replaceAll(' ', '')]
      .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
      .join('');
    const bytes = bits.match(/.{8}/g) ?? [];
    this.#secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  }

  /** The current code, or the code of a later 30-second step. */
  code(stepsLater = 0): string {
    return codeOf(this.#secret, stepAt(Date.now()) + stepsLater);
  }

  /** Six digits that are not valid in any step close to now. */
  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    const candidates = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
    return candidates.find((code) => !near.includes(code)) ?? '999999';
  }
}

/** Enables two-factor authentication for someone, as the profile page does. */
export async function enrol(
  test: TestApp,
  identity: Identity,
  password: string,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const setup = await test.call(setUpTwoFactor, { body: { password } }, { as: identity });
  if (setup.status !== 200) throw new Error(`Could not set the second factor up: ${setup.message}`);
  const app = new Authenticator(setup.data.secret);
  // Confirms with the previous code, so the current one can still be used for the first sign-in.
  const body = { setup: setup.data.setup, code: app.code(-1) };
  const confirmed = await test.call(confirmTwoFactor, { body }, { as: identity });
  if (confirmed.status !== 200) throw new Error(`Could not confirm the second factor: ${confirmed.message}`);
  return { app, recoveryCodes: confirmed.data.recoveryCodes };
}
