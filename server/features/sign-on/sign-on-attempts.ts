import { timingSafeEqual } from 'node:crypto';
import { loginPath } from '@lectern/contract/constants.ts';
import type { Arrival } from '@lectern/contract/features/sign-on.ts';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { ProviderSilent } from './bounded-fetch.ts';
import { type IdentityProvider, ProviderRefused } from './identity-provider.ts';
import type { ProvedIdentity } from './sign-on.policy.ts';
import { deleteAttempt, insertAttempt } from './sign-on.repository.ts';

const attemptCookie = 'lectern_sign_on';
const attemptLifetimeMs = 10 * 60_000;

/** For whom an attempt is made: somebody who signs in, or somebody signed in who links an identity. */
type Purpose = { prefix?: string; userId: string | null; again?: boolean };

/** The way to the provider and back. A stranger's code can't be slipped into somebody's browser, and nothing works twice. */
export class SignOnAttempts {
  readonly #db: Db;
  readonly #provider: IdentityProvider;

  constructor(db: Db, provider: IdentityProvider) {
    this.#db = db;
    this.#provider = provider;
  }

  async depart(context: RequestContext, { prefix = '', userId, again = false }: Purpose): Promise<{ url: string }> {
    const state = prefix + newSecretToken();
    const browser = newSecretToken();
    const attempt = {
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      redirectUri: `${context.origin}${loginPath}`,
    };
    const url = await reach(context, this.#provider.departure({ ...attempt, state, again }));
    await insertAttempt(this.#db, {
      ...attempt,
      hash: hashSecretToken(state),
      browserHash: hashSecretToken(browser),
      userId,
      lifetimeMs: attemptLifetimeMs,
    });
    context.setCookie(attemptCookie, browser, { maxAgeSeconds: attemptLifetimeMs / 1000 });
    return { url: url.href };
  }

  async arrive(context: RequestContext, arrival: Arrival, userId: string | null): Promise<ProvedIdentity> {
    const attempt = await deleteAttempt(this.#db, hashSecretToken(arrival.state));
    const browser = context.cookies[attemptCookie];
    const isThisBrowser = attempt && browser && timingSafeEqual(attempt.browser_hash, hashSecretToken(browser));
    if (!isThisBrowser || attempt.user_id !== userId) throw new AppError('signOnStateInvalid');
    context.clearCookie(attemptCookie);
    const { nonce, code_verifier: codeVerifier, redirect_uri: redirectUri } = attempt;
    return reach(context, this.#provider.identify({ nonce, codeVerifier, redirectUri }, arrival));
  }
}

async function reach<Answer>(context: RequestContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderSilent) {
      context.log.warn({ reason: error.message }, 'the sign-on provider did not answer properly');
      throw new AppError('signOnUnreachable');
    }
    if (error instanceof ProviderRefused) {
      context.log.warn({ reason: error.message }, 'the sign-on provider did not confirm an attempt');
      throw new AppError('signOnRefused');
    }
    throw error;
  }
}
