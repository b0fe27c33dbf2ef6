import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import type { Language } from '@lectern/contract/language.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { deviceCookie } from '../../platform/http/session-cookies.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { NotificationService } from '../notification/notification.service.ts';
import { type Account, findAccount, findAccountByWecomUser, updateSignedIn } from './account.repository.ts';
import { describeDevice } from './describe-device.ts';
import { insertDevice, updateDeviceMark, updateDeviceSeen } from './device.repository.ts';
import type { GuessLimitService } from './guess-limit.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionService } from './session.service.ts';

const deviceLifetimeSeconds = 365 * 24 * 3600;
const devicesKept = 20;

export type SignInParts = {
  db: Db;
  hasher: PasswordHasher;
  guesses: GuessLimitService;
  sessions: SessionService;
  notifications: NotificationService;
};

type Device = { mark: string | undefined; hash: Buffer | undefined };

/** Lets people in, by password or through the messaging vendor. */
export class SignInService {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * Every refusal takes the same way, whether the account exists or not: one look-up, one counted try, one hash.
   * Only who knows the password learns that the account is forbidden.
   */
  async login(context: RequestContext, typed: { account: string; password: string }): Promise<SessionTokens> {
    const { db, guesses, hasher } = this.#parts;
    const account = normaliseAccount(typed.account);
    const device = deviceOf(context);
    const [person, addressFullUntil] = await Promise.all([
      findAccount(db, account, device.hash),
      guesses.addressFullUntil(context.ip),
    ]);
    const knownDevice = person?.device_known && device.hash ? { userId: person.id, hash: device.hash } : undefined;
    const right = await guesses.signIn({ account, address: context.ip, addressFullUntil, knownDevice }, () =>
      hasher.verify(person?.password_hash ?? null, typed.password),
    );
    if (!person || !right) throw new AppError('wrongCredentials');
    return this.#enter(context, person, device, 'password');
  }

  /** For somebody whose identity the messaging vendor vouched for. */
  async loginVouchedFor(context: RequestContext, wecomUserId: string): Promise<SessionTokens> {
    const device = deviceOf(context);
    const person = await findAccountByWecomUser(this.#parts.db, wecomUserId, device.hash);
    if (!person) throw new AppError('vendorAccountUnknown');
    return this.#enter(context, person, device, 'wecom');
  }

  async #enter(
    context: RequestContext,
    person: Account,
    device: Device,
    by: 'password' | 'wecom',
  ): Promise<SessionTokens> {
    const { db, sessions } = this.#parts;
    if (person.access !== 0) throw new AppError('accountForbidden');
    const mark = person.device_known && device.mark ? device.mark : newSecretToken();
    const { tokens, cookie } = await db.transaction().execute(async (transaction) => {
      const proof = by === 'wecom' ? 'vendor' : { passwordHash: person.password_hash };
      if (!(await updateSignedIn(transaction, person.id, proof))) {
        throw new AppError(by === 'wecom' ? 'accountForbidden' : 'wrongCredentials');
      }
      const opened = await sessions.open(transaction, context, person);
      await this.#rememberDevice(transaction, person, device, mark);
      await insertActivity(transaction, {
        action: 'auth.signedIn',
        objectType: 'session',
        objectId: opened.sessionId,
        after: { by },
        actorId: person.id,
        ip: context.ip,
        requestId: context.requestId,
      });
      if (!person.device_known && person.last_sign_in_at) await this.#tellOwner(transaction, context, person);
      return opened;
    });
    sessions.giveCookie(context, cookie);
    context.setCookie(deviceCookie, mark, { maxAgeSeconds: deviceLifetimeSeconds });
    return tokens;
  }

  /**
   * A mark that this account does not know is never taken over, wherever the browser has it from: it gets a new one,
   * and the others who use this browser keep being known under it.
   */
  async #rememberDevice(transaction: Executor, person: Account, device: Device, mark: string): Promise<void> {
    const hash = hashSecretToken(mark);
    if (person.device_known) return updateDeviceSeen(transaction, person.id, hash);
    if (device.hash) await updateDeviceMark(transaction, device.hash, hash);
    await insertDevice(transaction, person.id, hash, devicesKept);
  }

  async #tellOwner(transaction: Executor, context: RequestContext, person: Account): Promise<void> {
    await this.#parts.notifications.notify(transaction, {
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
