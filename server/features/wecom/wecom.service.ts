import { randomBytes, timingSafeEqual } from 'node:crypto';
import { loginPath } from '@lectern/contract/constants.ts';
import type { LoginAnswer } from '@lectern/contract/features/auth.ts';
import type { WecomPublicConfig } from '@lectern/contract/features/wecom.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { SignInService } from '../auth/public.ts';
import { deleteState, insertState } from './wecom.repository.ts';
import { signableUrl, signatureOf } from './wecom-signature.policy.ts';
import { type TicketKind, VendorSilent, type WecomVendor } from './wecom-vendor.ts';

const stateCookie = 'lectern_wecom';
const stateLifetimeMs = 10 * 60_000;

type WecomDependencies = {
  db: Db;
  signIn: SignInService;
  /** Undefined when the vendor is not configured; none of this is available then. */
  vendor: WecomVendor | undefined;
};

/** Sign-in through the messaging vendor, and signatures for its SDK. */
export class WecomService {
  readonly #dependencies: WecomDependencies;

  constructor(dependencies: WecomDependencies) {
    this.#dependencies = dependencies;
  }

  publicConfig(context: RequestContext): WecomPublicConfig {
    if (!this.#dependencies.vendor) return null;
    const { corpId, agentId, loginOrigin } = this.#dependencies.vendor.config;
    return { corpId, agentId, loginOrigin, redirectUri: `${context.origin}${loginPath}` };
  }

  /** Binds the state to the browser, so an attacker can't inject a foreign code. */
  async startLogin(context: RequestContext): Promise<{ state: string }> {
    this.#vendor();
    const state = newSecretToken();
    const browser = newSecretToken();
    await insertState(this.#dependencies.db, {
      hash: hashSecretToken(state),
      browserHash: hashSecretToken(browser),
      lifetimeMs: stateLifetimeMs,
    });
    context.setCookie(stateCookie, browser, { maxAgeSeconds: stateLifetimeMs / 1000 });
    return { state };
  }

  async login(context: RequestContext, { code, state }: { code: string; state: string }): Promise<LoginAnswer> {
    const vendor = this.#vendor();
    const expected = await deleteState(this.#dependencies.db, hashSecretToken(state));
    const browser = context.cookies[stateCookie];
    if (!expected || !browser || !timingSafeEqual(expected, hashSecretToken(browser))) {
      throw new AppError('vendorStateInvalid');
    }
    context.clearCookie(stateCookie);
    const identity = await reach(context, vendor.identify(code));
    if (identity.kind === 'codeInvalid') throw new AppError('vendorStateInvalid');
    if (identity.kind === 'stranger') throw new AppError('vendorAccountUnknown');
    return this.#dependencies.signIn.loginVouchedFor(context, identity.userId);
  }

  async sign(context: RequestContext, wanted: { kind: TicketKind; url: string }) {
    const vendor = this.#vendor();
    const url = signableUrl(wanted.url, context.origin);
    if (url === undefined) throw invalidField('url', 'ownPage', { origin: context.origin });
    const ticket = await reach(context, vendor.ticket(wanted.kind));
    const values = { nonceStr: randomBytes(16).toString('hex'), timestamp: Math.floor(Date.now() / 1000) };
    const { corpId, agentId } = vendor.config;
    return { corpId, agentId, ...values, signature: signatureOf({ ...values, ticket, url }) };
  }

  #vendor(): WecomVendor {
    if (!this.#dependencies.vendor) throw new AppError('notFound');
    return this.#dependencies.vendor;
  }
}

async function reach<Answer>(context: RequestContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof VendorSilent)) throw error;
    context.log.warn({ reason: error.message }, 'invalid response from the messaging vendor');
    throw new AppError('vendorUnreachable');
  }
}
