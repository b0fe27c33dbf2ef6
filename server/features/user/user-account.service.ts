import type { SessionRow } from '@lectern/contract/features/auth.ts';
import type { Handover, OwnedKind } from '@lectern/contract/features/user.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { generatePassword } from '../../platform/one-time-password.ts';
import type { PasswordHasher, PasswordService, SessionService } from '../auth/public.ts';
import type { OwnershipService } from './ownership.service.ts';
import { type EffectivePage, presentPages } from './user.presenter.ts';
import { findUserRecord, listGroupRules } from './user.repository.ts';
import type { UserChangeService } from './user-change.service.ts';

type UserAccountDependencies = {
  db: Db;
  hasher: PasswordHasher;
  passwords: Pick<PasswordService, 'reset'>;
  sessions: Pick<SessionService, 'listOf' | 'end'>;
  ownership: OwnershipService;
  changes: UserChangeService;
};

/** Other people's passwords, sessions and reasons for page access. */
export class UserAccountService {
  readonly #dependencies: UserAccountDependencies;

  constructor(dependencies: UserAccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sets a one-time password, shown once. People change their own password in their profile. */
  async resetPassword(context: SignedInContext, id: string): Promise<Handover> {
    const { db, hasher, passwords, changes } = this.#dependencies;
    if (id === context.principal.userId) throw new AppError('notOneself');
    const password = generatePassword();
    const hash = await hasher.hash(password);
    await db.transaction().execute(async (transaction) => {
      await changes.take(transaction, context, id);
      await passwords.reset(transaction, context, id, hash);
    });
    return { by: 'password', password };
  }

  async listSessions(context: SignedInContext, id: string): Promise<SessionRow[]> {
    const { db, changes, sessions } = this.#dependencies;
    await db.transaction().execute((transaction) => changes.take(transaction, context, id));
    return sessions.listOf(context, id);
  }

  /** A session of someone else is reported as not found. */
  async endSession(context: SignedInContext, id: string, sessionId: string): Promise<void> {
    const { db, changes, sessions } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await changes.take(transaction, context, id);
      const ended = await sessions.end(transaction, { userId: id, only: sessionId }, 'forcedOut');
      if (ended.length === 0) throw new AppError('notFound');
      await recordActivity(transaction, context, {
        action: 'user.sessionEnded',
        objectType: 'user',
        objectId: id,
        after: { sessionId },
      });
    });
  }

  async listOwned(context: SignedInContext, id: string): Promise<{ kind: OwnedKind; count: number }[]> {
    const { db, ownership } = this.#dependencies;
    await this.#see(context, id);
    return ownership.count(db, id);
  }

  async effectivePermissions(context: SignedInContext, id: string): Promise<EffectivePage[]> {
    const person = await this.#see(context, id);
    return presentPages(person.role_id, await listGroupRules(this.#dependencies.db, id));
  }

  async #see(context: SignedInContext, id: string) {
    const person = await findUserRecord(this.#dependencies.db, id, context.principal);
    if (!person) throw new AppError('notFound');
    return person;
  }
}
