import { createHash } from 'node:crypto';
import type { LoginAnswer, SecondFactorStep, SessionTokens } from '@lectern/contract/features/auth.ts';
import type { Language } from '@lectern/contract/language.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { deviceCookie } from '../../platform/http/session-cookies.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { NotificationService } from '../notification/public.ts';
import type { TwoFactorService } from '../two-factor/public.ts';
import { dropOneTimePassword } from '../user/public.ts';
import {
  type Account,
  findAccount,
  findAccountById,
  findAccountByWecomUser,
  insertDevice,
  updateDeviceMark,
} from './account.repository.ts';
import type { GuessLimitService } from './guess-limit.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { describeDevice } from './session.presenter.ts';
import type { SessionService } from './session.service.ts';
import { deleteChallenge, findChallenge, insertChallenge, insertEntry } from './sign-in.repository.ts';

const deviceLifetimeSeconds = 365 * 24 * 3600;
const devicesKept = 20;
/** Long enough to find one's phone. */
const challengeLifetimeMs = 5 * 60_000;

type SignInDependencies = {
  db: Db;
  hasher: PasswordHasher;
  guesses: GuessLimitService;
  sessions: SessionService;
  notifications: NotificationService;
  twoFactor: Pick<TwoFactorService, 'use'>;
};

/** Identity providers that can replace the password. */
type Voucher = 'wecom' | 'oidc';
type FirstFactor = 'password' | Voucher;
type Entry = {
  by: FirstFactor;
  /** Set after a second factor: the challenge and what answered it. */
  second?: { challenge: Buffer; by: 'app' | 'recoveryCode' };
  besides?: Besides | undefined;
};
/** Extra writes when a provider signs someone in. */
type Besides = (transaction: Executor) => Promise<void>;
type Device = { mark: string | undefined; hash: Buffer | undefined };

/** Signs people in by password, WeCom or single sign-on. */
export class SignInService {
  readonly #dependencies: SignInDependencies;

  constructor(dependencies: SignInDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Every refusal takes the same path whether or not the account exists: one lookup, one counted attempt, one hash.
   * Only someone who knows the password learns that the account is blocked.
   */
  async login(context: RequestContext, typed: { account: string; password: string }): Promise<LoginAnswer> {
    const { db, guesses, hasher } = this.#dependencies;
    const account = normaliseAccount(typed.account);
    const device = deviceOf(context);
    if (!device.hash) guesses.refuseFullNetwork(context.ip);
    const person = await findAccount(db, account, device.hash);
    const knownDevice = person && knownDeviceOf(person, device);
    const right = await guesses.signIn({ account, address: context.ip, knownDevice }, (lane) =>
      hasher.verify(person?.password_hash ?? null, typed.password, lane),
    );
    if (!person || !right) throw new AppError('wrongCredentials');
    return this.#admit(context, person, device, { by: 'password' });
  }

  async loginVouchedFor(context: RequestContext, wecomUserId: string): Promise<LoginAnswer> {
    const device = deviceOf(context);
    const person = await findAccountByWecomUser(this.#dependencies.db, wecomUserId, device.hash);
    if (!person) throw new AppError('vendorAccountUnknown');
    return this.#admit(context, person, device, { by: 'wecom' });
  }

  /**
   * For people identified by a provider. `besides` runs only if the account is allowed, in the transaction that opens
   * the session, or before a second factor is asked for.
   */
  async loginAs(context: RequestContext, userId: string, by: Voucher, besides: Besides): Promise<LoginAnswer> {
    const device = deviceOf(context);
    const person = await findAccountById(this.#dependencies.db, userId, device.hash);
    if (!person) throw new AppError('accountForbidden');
    return this.#admit(context, person, device, { by, besides });
  }

  async loginWithSecondFactor(
    context: RequestContext,
    typed: { challenge: string; code: string },
  ): Promise<SessionTokens> {
    const { db, guesses, twoFactor } = this.#dependencies;
    const device = deviceOf(context);
    const challenge = hashSecretToken(typed.challenge);
    const pending = await findChallenge(db, challenge);
    const person = pending && (await findAccountById(db, pending.user_id, device.hash));
    // A changed password or second factor ends the attempt.
    if (!person?.two_factor || !isProofOf(person, pending?.proof ?? null)) throw new AppError('challengeOver');
    if (person.access !== 0) throw new AppError('accountForbidden');
    let by: 'app' | 'recoveryCode' | undefined;
    await guesses.secondFactor(person.id, knownDeviceOf(person, device), async () => {
      by = await twoFactor.use(person.id, typed.code);
      return by !== undefined;
    });
    if (!by) {
      await this.#noteWrongCode(context, person);
      throw new AppError('wrongCode');
    }
    const first: FirstFactor = pending?.proof ? 'password' : ((pending?.vouched_by as Voucher | null) ?? 'wecom');
    return this.#enter(context, person, device, { by: first, second: { challenge, by } });
  }

  async #admit(context: RequestContext, person: Account, device: Device, entry: Entry): Promise<LoginAnswer> {
    const { by, besides } = entry;
    if (person.access !== 0) throw new AppError('accountForbidden');
    if (by === 'password' && person.one_time_password_over) throw new AppError('oneTimePasswordOver');
    if (!person.two_factor) return this.#enter(context, person, device, entry);
    await besides?.(this.#dependencies.db);
    return this.#challenge(person, by);
  }

  async #challenge(person: Account, by: FirstFactor): Promise<SecondFactorStep> {
    const challenge = newSecretToken();
    const expiresAt = await insertChallenge(this.#dependencies.db, {
      hash: hashSecretToken(challenge),
      userId: person.id,
      proof: by === 'password' ? proofOf(person) : null,
      vouchedBy: by === 'password' ? null : by,
      lifetimeMs: challengeLifetimeMs,
    });
    return { secondFactorNeeded: true, challenge, expiresAt: expiresAt.toISOString() };
  }

  /** Someone knows the password but not the code; the owner sees this in their history. */
  async #noteWrongCode(context: RequestContext, person: Account): Promise<void> {
    await insertActivity(this.#dependencies.db, {
      action: 'auth.secondFactorRefused',
      objectType: 'user',
      objectId: person.id,
      actorId: null,
      ip: context.ip,
      requestId: context.requestId,
    });
  }

  async #enter(
    context: RequestContext,
    account: Account,
    device: Device,
    { by, second, besides }: Entry,
  ): Promise<SessionTokens> {
    const { db, sessions } = this.#dependencies;
    // With single sign-on a one-time password isn't needed and must not stay usable.
    const drops = by === 'oidc' && account.must_change_password;
    const person = drops ? { ...account, must_change_password: false } : account;
    const mark = person.device_known && device.mark ? device.mark : newSecretToken();
    const enter = (executor: Executor) =>
      sessions.open(context, person, async (session, tokens) => {
        const expiresAt = await insertEntry(executor, {
          session,
          tokens,
          proof: by === 'password' ? { passwordHash: person.password_hash } : 'vendor',
          knownDevice: person.device_known ? device.hash : undefined,
          activity: {
            action: 'auth.signedIn',
            after: { by, ...(second && { secondFactor: second.by }) },
            requestId: context.requestId,
          },
        });
        if (!expiresAt) throw new AppError(by === 'password' ? 'wrongCredentials' : 'accountForbidden');
        return expiresAt;
      });
    // A known browser has nothing else to write, so the single statement needs no transaction.
    const alone = person.device_known && !second && !drops && !besides;
    const { tokens, cookie } = alone
      ? await enter(db)
      : await db.transaction().execute(async (transaction) => {
          const opened = await enter(transaction);
          await besides?.(transaction);
          if (second && !(await deleteChallenge(transaction, second.challenge))) throw new AppError('challengeOver');
          if (!person.device_known) await this.#rememberDevice(transaction, context, person, { device, mark });
          if (second?.by === 'recoveryCode') await this.#notifyCodeUsed(transaction, person);
          if (drops) await dropOneTimePassword(transaction, person.id);
          return opened;
        });
    sessions.giveCookie(context, cookie);
    context.setCookie(deviceCookie, mark, { maxAgeSeconds: deviceLifetimeSeconds });
    return tokens;
  }

  /**
   * Never adopts a mark this account doesn't know: the browser gets a new one, and other users known on it stay known
   * under the new mark.
   */
  async #rememberDevice(
    transaction: Executor,
    context: RequestContext,
    person: Account,
    { device, mark }: { device: Device; mark: string },
  ): Promise<void> {
    const hash = hashSecretToken(mark);
    if (device.hash) await updateDeviceMark(transaction, device.hash, hash);
    await insertDevice(transaction, person.id, hash, devicesKept);
    if (person.last_sign_in_at) await this.#notifyOwner(transaction, context, person);
  }

  async #notifyCodeUsed(transaction: Executor, person: Account): Promise<void> {
    await this.#dependencies.notifications.notify(transaction, {
      userId: person.id,
      kind: 'recoveryCodeUsed',
      link: '/app/home/profile?tab=twoFactor',
    });
  }

  async #notifyOwner(transaction: Executor, context: RequestContext, person: Account): Promise<void> {
    await this.#dependencies.notifications.notify(transaction, {
      userId: person.id,
      kind: 'signedInOnNewDevice',
      params: { device: describeDevice(context.userAgent, person.language as Language), ip: context.ip },
      link: '/app/home/profile',
    });
  }
}

function deviceOf(context: RequestContext): Device {
  const mark = context.cookies[deviceCookie];
  return { mark, hash: mark ? hashSecretToken(mark) : undefined };
}

function knownDeviceOf(person: Account, { hash }: Device): { userId: string; hash: Buffer } | undefined {
  return person.device_known && hash ? { userId: person.id, hash } : undefined;
}

/** Identifies the verified password without storing its hash. */
function proofOf(person: Pick<Account, 'password_hash'>): Buffer {
  return createHash('sha256')
    .update(person.password_hash ?? '')
    .digest();
}

function isProofOf(person: Account, proof: Buffer | null): boolean {
  return proof === null || proofOf(person).equals(proof);
}
