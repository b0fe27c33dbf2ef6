import { randomBytes } from 'node:crypto';
import type { TwoFactorSetup, TwoFactorState } from '@lectern/contract/features/two-factor.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { readableSecret } from '../../platform/one-time-password.ts';
import type { SealedBox } from '../../platform/sealing/sealed-box.ts';
import type { PasswordService } from '../auth/public.ts';
import type { NotificationService } from '../notification/public.ts';
import type { SettingsService } from '../settings/public.ts';
import {
  enableSecondFactor,
  findSecondFactor,
  markTotpStepUsed,
  removeSecondFactor,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../user/public.ts';
import { base32, matchingStep, otpauthUri } from './totp.ts';
import { presentQr, presentState } from './two-factor.presenter.ts';

const secretBytes = 20;
const recoveryCodeCount = 10;
const setupLifetimeMs = 15 * 60_000;

type TwoFactorDependencies = {
  db: Db;
  box: SealedBox;
  passwords: Pick<PasswordService, 'prove'>;
  notifications: NotificationService;
  settings: Pick<SettingsService, 'current'>;
};

/** The second factor: an authenticator app's code, or one of the recovery codes. */
export class TwoFactorService {
  readonly #dependencies: TwoFactorDependencies;

  constructor(dependencies: TwoFactorDependencies) {
    this.#dependencies = dependencies;
  }

  async state(userId: string): Promise<TwoFactorState> {
    return presentState(await findSecondFactor(this.#dependencies.db, userId));
  }

  /** Stores nothing yet: the client sends the sealed secret back with the first code. */
  async setUp(context: SignedInContext, password: string): Promise<TwoFactorSetup> {
    const { box, passwords, settings } = this.#dependencies;
    const { userId, account } = context.principal;
    await passwords.prove(context, password);
    const secret = randomBytes(secretBytes);
    const draft = JSON.stringify({ secret: secret.toString('base64'), untilMs: Date.now() + setupLifetimeMs });
    const setup = await box.seal(Buffer.from(draft), setupPurpose(userId));
    const uri = otpauthUri(secret, (await settings.current()).platformName, account);
    return {
      setup: setup.toString('base64url'),
      secret: base32(secret).replace(/(.{4})(?=.)/g, '$1 '),
      uri,
      qr: presentQr(uri),
    };
  }

  async confirm(context: SignedInContext, { setup, code }: { setup: string; code: string }): Promise<string[]> {
    const { db, box, notifications } = this.#dependencies;
    const { userId } = context.principal;
    const secret = await this.#openSetup(userId, setup);
    if (!secret) throw new AppError('setupOver');
    const step = matchingStep(secret, plain(code), Date.now(), null);
    if (step === undefined) throw new AppError('wrongCode');
    const codes = newRecoveryCodes();
    const factor = {
      secret: await box.seal(secret, factorPurpose(userId)),
      step,
      recoveryHashes: await this.#hashesOf(userId, codes),
    };
    await db.transaction().execute(async (transaction) => {
      await enableSecondFactor(transaction, userId, factor);
      await recordActivity(transaction, context, { action: 'twoFactor.enabled', objectType: 'user', objectId: userId });
      await notifications.notify(transaction, { userId, kind: 'twoFactorOn' });
    });
    return codes;
  }

  async renewRecoveryCodes(context: SignedInContext, password: string): Promise<string[]> {
    const { db, passwords } = this.#dependencies;
    const { userId } = context.principal;
    await passwords.prove(context, password);
    const codes = newRecoveryCodes();
    const hashes = await this.#hashesOf(userId, codes);
    await db.transaction().execute(async (transaction) => {
      if (!(await replaceRecoveryCodes(transaction, userId, hashes))) throw new AppError('notFound');
      await recordActivity(transaction, context, {
        action: 'twoFactor.recoveryCodesRenewed',
        objectType: 'user',
        objectId: userId,
      });
    });
    return codes;
  }

  async disable(context: SignedInContext, password: string): Promise<void> {
    await this.#dependencies.passwords.prove(context, password);
    await this.#dependencies.db
      .transaction()
      .execute((transaction) => this.remove(transaction, context, context.principal.userId));
  }

  /** Called by the owner, or by an administrator when phone and recovery codes are lost. */
  async remove(transaction: Executor, context: SignedInContext, userId: string): Promise<boolean> {
    if (!(await removeSecondFactor(transaction, userId))) return false;
    await recordActivity(transaction, context, { action: 'twoFactor.disabled', objectType: 'user', objectId: userId });
    await this.#dependencies.notifications.notify(transaction, {
      userId,
      kind: 'twoFactorOff',
      link: '/app/home/profile',
    });
    return true;
  }

  /** Uses up a code. Returns which kind matched; undefined when it is wrong or used. */
  async use(userId: string, code: string): Promise<'app' | 'recoveryCode' | undefined> {
    const { db, box } = this.#dependencies;
    const typed = plain(code);
    if (!/^\d{6}$/.test(typed)) {
      const hash = await box.fingerprint(typed, recoveryPurpose(userId));
      return (await useRecoveryCode(db, userId, hash)) ? 'recoveryCode' : undefined;
    }
    const factor = await findSecondFactor(db, userId);
    if (!factor?.totp_secret) return undefined;
    const secret = await box.open(factor.totp_secret, factorPurpose(userId));
    if (!secret) throw new Error('A second factor was sealed with another key than the one in this data directory');
    const step = matchingStep(secret, typed, Date.now(), factor.totp_last_step);
    if (step === undefined) return undefined;
    return (await markTotpStepUsed(db, userId, factor.totp_secret, step)) ? 'app' : undefined;
  }

  async #openSetup(userId: string, setup: string): Promise<Buffer | undefined> {
    const opened = await this.#dependencies.box.open(Buffer.from(setup, 'base64url'), setupPurpose(userId));
    if (!opened) return undefined;
    const draft = JSON.parse(opened.toString()) as { secret: string; untilMs: number };
    return draft.untilMs > Date.now() ? Buffer.from(draft.secret, 'base64') : undefined;
  }

  #hashesOf(userId: string, codes: readonly string[]): Promise<Buffer[]> {
    return Promise.all(codes.map((code) => this.#dependencies.box.fingerprint(plain(code), recoveryPurpose(userId))));
  }
}

const factorPurpose = (userId: string) => `second factor of ${userId}`;
const setupPurpose = (userId: string) => `second factor being set up by ${userId}`;
const recoveryPurpose = (userId: string) => `recovery code of ${userId}`;

/** 59 bits each: short enough to write down. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => readableSecret([4, 4, 4]));
}

/** Accepts capitals, spaces, dashes and full-width digits. */
function plain(code: string): string {
  return code.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');
}
