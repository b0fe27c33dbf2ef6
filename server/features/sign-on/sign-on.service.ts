import { timingSafeEqual } from 'node:crypto';
import { loginPath } from '@lectern/contract/constants.ts';
import type { LoginAnswer } from '@lectern/contract/features/auth.ts';
import type { Arrival } from '@lectern/contract/features/sign-on.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { SignInService } from '../auth/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { findDefaultGroup, insertUser } from '../user/public.ts';
import { type IdentityProvider, ProviderRefused, ProviderSilent } from './identity-provider.ts';
import { newcomerOf, type ProvedIdentity } from './sign-on.policy.ts';
import {
  deleteAttempt,
  findClaimed,
  findIdentity,
  findIdentityOf,
  insertAttempt,
  insertIdentity,
  updateIdentityUsed,
} from './sign-on.repository.ts';

type SignOnDependencies = {
  db: Db;
  signIn: Pick<SignInService, 'loginAs'>;
  notifications: NotificationService;
  /** Undefined when no provider is configured; single sign-on is then unavailable. */
  provider: IdentityProvider | undefined;
};

/** Sign-in through the operator's provider. */
export class SignOnService {
  readonly #dependencies: SignOnDependencies;
  readonly #attempts: SignOnAttempts | undefined;

  constructor(dependencies: SignOnDependencies) {
    this.#dependencies = dependencies;
    this.#attempts = dependencies.provider && new SignOnAttempts(dependencies.db, dependencies.provider);
  }

  start(context: RequestContext, again = false): Promise<{ url: string }> {
    return this.attempts().depart(context, { userId: null, again });
  }

  async login(context: RequestContext, arrival: Arrival): Promise<LoginAnswer> {
    const identity = await this.attempts().arrive(context, arrival, null);
    const userId = await this.#personOf(context, identity);
    const issuer = this.#issuer();
    return this.#dependencies.signIn.loginAs(context, userId, 'oidc', (transaction) =>
      updateIdentityUsed(transaction, { issuer, subject: identity.subject }, identity.label),
    );
  }

  /** Throws when no provider is configured. */
  attempts(): SignOnAttempts {
    if (!this.#attempts) throw new AppError('notFound');
    return this.#attempts;
  }

  #issuer(): string {
    return this.#dependencies.provider?.config.issuer ?? '';
  }

  /** Finds the person by the linked identity, or by the claim at the first sign-in. */
  async #personOf(context: RequestContext, identity: ProvedIdentity): Promise<string> {
    const { db } = this.#dependencies;
    const known = await findIdentity(db, { issuer: this.#issuer(), subject: identity.subject });
    if (known?.unlinked_at) throw new AppError('signOnUnlinked');
    if (known) return known.user_id;
    if (!identity.key) throw new AppError('signOnClaimMissing');
    if (!identity.verified) throw new AppError('signOnUnverified');
    const [person, another] = await findClaimed(db, identity.key);
    if (another) throw new AppError('signOnAmbiguous');
    if (person) return this.#linkFirst(context, person, identity);
    if (!this.#dependencies.provider?.config.create) throw new AppError('signOnAccountUnknown');
    return this.#create(context, identity);
  }

  /**
   * An account that has or had an identity of this provider is never linked to another one: addresses get reassigned
   * to new people, and someone who unlinked has opted out.
   */
  async #linkFirst(
    context: RequestContext,
    person: { id: string; access: number },
    identity: ProvedIdentity,
  ): Promise<string> {
    if (person.access !== accessFlag.allow) throw new AppError('accountForbidden');
    const issuer = this.#issuer();
    const { db, notifications } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const other = await findIdentityOf(transaction, person.id, issuer);
      if (other) throw new AppError(other.unlinked_at ? 'signOnUnlinked' : 'signOnTaken');
      const { subject, label } = identity;
      const linked = await insertIdentity(transaction, { issuer, subject, userId: person.id, label });
      if (!linked) throw new AppError('signOnTaken');
      await insertActivity(transaction, {
        action: 'signOn.linked',
        objectType: 'user',
        objectId: person.id,
        actorId: person.id,
        ip: context.ip,
        requestId: context.requestId,
        after: { by: identity.key?.by, label },
      });
      await notifications.notify(transaction, {
        userId: person.id,
        kind: 'signOnLinked',
        params: { label },
        link: '/app/home/profile?tab=signOn',
      });
    });
    return person.id;
  }

  async #create(context: RequestContext, identity: ProvedIdentity): Promise<string> {
    const { account, name, email } = newcomerOf(identity);
    const id = newId();
    try {
      await this.#dependencies.db.transaction().execute(async (transaction) => {
        // Has no password, so only the provider can sign them in.
        const groupId = await findDefaultGroup(transaction, newcomerRole);
        await insertUser(transaction, { id, account, name, email, role_id: newcomerRole, group_id: groupId });
        const { subject, label } = identity;
        if (!(await insertIdentity(transaction, { issuer: this.#issuer(), subject, userId: id, label }))) {
          throw new AppError('signOnTaken');
        }
        await insertActivity(transaction, {
          action: 'user.created',
          objectType: 'user',
          objectId: id,
          actorId: null,
          ip: context.ip,
          requestId: context.requestId,
          after: { account, name, email, roleId: newcomerRole, groupId, by: 'signOn' },
        });
      });
    } catch (error) {
      // The account name or e-mail is taken by someone the claim did not match.
      if (isUniqueViolation(error)) throw new AppError('signOnTaken');
      throw error;
    }
    return id;
  }
}

/** People whom the provider brings in. */
const newcomerRole = 4;
const attemptCookie = 'lectern_sign_on';
const attemptLifetimeMs = 10 * 60_000;

/** Why an attempt was started: to sign in, or to link an identity. */
type Purpose = { prefix?: string; userId: string | null; again?: boolean };

/**
 * Sign-in attempts at the provider. Each is bound to the browser and used once, so an attacker can't inject a foreign
 * code.
 */
class SignOnAttempts {
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
      context.log.warn({ reason: error.message }, 'invalid response from the identity provider');
      throw new AppError('signOnUnreachable');
    }
    if (error instanceof ProviderRefused) {
      context.log.warn({ reason: error.message }, 'identity provider rejected a login');
      throw new AppError('signOnRefused');
    }
    throw error;
  }
}
