import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { RequestContext, SignedInContext } from '../../platform/http/request-context.ts';
import { deviceCookie } from '../../platform/http/session-cookies.ts';
import { hashSecretToken } from '../../platform/secret-token.ts';
import type { NotificationService } from '../notification/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { changePassword, choosePassword, issueOneTimePassword } from '../user/public.ts';
import { deleteDevicesExcept, findPasswordHash } from './account.repository.ts';
import type { GuessLimitService } from './guess-limit.service.ts';
import { faultOf, faultWords } from './password.policy.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionService } from './session.service.ts';

/** Days until an unused one-time password expires. */
const oneTimePasswordDays = 14;

type PasswordDependencies = {
  db: Db;
  hasher: PasswordHasher;
  guesses: GuessLimitService;
  sessions: SessionService;
  notifications: NotificationService;
  settings: Pick<SettingsService, 'current'>;
};

export class PasswordService {
  readonly #dependencies: PasswordDependencies;

  constructor(dependencies: PasswordDependencies) {
    this.#dependencies = dependencies;
  }

  /** Ends everything that relied on the old password: other sessions, tokens and trusted devices. */
  async change(
    context: SignedInContext,
    { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  ): Promise<void> {
    const { db, hasher, sessions, notifications } = this.#dependencies;
    const { userId, account } = context.principal;
    await this.#judge({ account, oldPassword, newPassword });
    const before = await this.prove(context, oldPassword);
    const after = await hasher.hash(newPassword);
    const cookie = await db.transaction().execute(async (transaction) => {
      const changed = await changePassword(transaction, { userId, from: before, to: after });
      if (!changed) throw new AppError('wrongPassword');
      const mark = context.cookies[deviceCookie];
      await deleteDevicesExcept(transaction, userId, mark ? hashSecretToken(mark) : undefined);
      await recordActivity(transaction, context, {
        action: 'auth.passwordChanged',
        objectType: 'user',
        objectId: userId,
      });
      await notifications.notify(transaction, { userId, kind: 'passwordChanged' });
      return sessions.keepOnlyThis(transaction, context.principal);
    });
    sessions.giveCookie(context, cookie);
  }

  /** Re-checks the current password before actions that a borrowed session must not perform. */
  async prove(context: SignedInContext, password: string): Promise<string | null> {
    const { db, hasher, guesses } = this.#dependencies;
    const { userId } = context.principal;
    const hash = (await findPasswordHash(db, userId))?.password_hash ?? null;
    const right = await guesses.passwordOf(userId, () => hasher.verify(hash, password));
    if (!right) throw new AppError('wrongPassword');
    return hash;
  }

  /** For administrators: ends everything that relied on the old password and notifies the owner. */
  async reset(transaction: Executor, context: SignedInContext, userId: string, passwordHash: string): Promise<void> {
    const { sessions, notifications } = this.#dependencies;
    await issueOneTimePassword(transaction, { userId, to: passwordHash, validDays: oneTimePasswordDays });
    await deleteDevicesExcept(transaction, userId, undefined);
    await sessions.endAllOf(transaction, userId, 'passwordReset');
    await recordActivity(transaction, context, { action: 'user.passwordReset', objectType: 'user', objectId: userId });
    await notifications.notify(transaction, { userId, kind: 'passwordReset' });
  }

  hash(password: string): Promise<string> {
    return this.#dependencies.hasher.hash(password);
  }

  /** For password-reset links: ends everything that relied on the old password. */
  async replace(transaction: Executor, context: RequestContext, userId: string, passwordHash: string): Promise<void> {
    const { sessions, notifications } = this.#dependencies;
    await choosePassword(transaction, { userId, to: passwordHash });
    await deleteDevicesExcept(transaction, userId, undefined);
    await sessions.endAllOf(transaction, userId, 'passwordReset');
    const by = { actorId: userId, ip: context.ip, requestId: context.requestId };
    await insertActivity(transaction, { action: 'auth.passwordReset', objectType: 'user', objectId: userId, ...by });
    await notifications.notify(transaction, { userId, kind: 'passwordChanged' });
  }

  async judgeNew(wanted: { account: string; newPassword: string }): Promise<void> {
    await this.#judge({ ...wanted, oldPassword: '' });
  }

  async #judge(wanted: { account: string; oldPassword: string; newPassword: string }): Promise<void> {
    const { passwordMinLength: minLength } = await this.#dependencies.settings.current();
    const { account, oldPassword } = wanted;
    const fault = faultOf(wanted.newPassword, { account, oldPassword, minLength });
    if (fault) throw invalidField('newPassword', faultWords(fault, minLength));
  }
}
