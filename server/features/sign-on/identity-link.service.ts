import { signOnLinkPrefix } from '@lectern/contract/constants.ts';
import type { Arrival, SignOnState } from '@lectern/contract/features/sign-on.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { PasswordService } from '../auth/public.ts';
import type { NotificationService } from '../notification/public.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { findIdentityOf, findWaysIn, insertIdentity, updateIdentityUnlinked } from './sign-on.repository.ts';
import type { SignOnService } from './sign-on.service.ts';

type IdentityLinkDependencies = {
  db: Db;
  provider: IdentityProvider | undefined;
  signOn: Pick<SignOnService, 'attempts'>;
  passwords: Pick<PasswordService, 'prove'>;
  notifications: NotificationService;
};

/** Links a provider identity to one's own account and unlinks it. */
export class IdentityLinkService {
  readonly #dependencies: IdentityLinkDependencies;

  constructor(dependencies: IdentityLinkDependencies) {
    this.#dependencies = dependencies;
  }

  async state({ principal }: SignedInContext): Promise<SignOnState> {
    const { db, provider } = this.#dependencies;
    const ways = await findWaysIn(db, principal.userId);
    const hasPassword = ways?.has_password ?? false;
    const found = provider && (await findIdentityOf(db, principal.userId, provider.config.issuer));
    const identity = found && !found.unlinked_at ? found : undefined;
    return {
      label: provider ? (provider.config.label ?? '') : null,
      identity: identity
        ? {
            label: identity.label,
            linkedAt: identity.linked_at.toISOString(),
            lastUsedAt: identity.last_used_at?.toISOString() ?? null,
          }
        : null,
      mayUnlink: hasPassword || (ways?.has_vendor ?? false),
      hasPassword,
    };
  }

  /** Requires the password if there is one, so a stolen session can't add a way to sign in. */
  async start(context: SignedInContext, password: string): Promise<{ url: string }> {
    const attempts = this.#dependencies.signOn.attempts();
    const { userId } = context.principal;
    if ((await findWaysIn(this.#dependencies.db, userId))?.has_password)
      await this.#dependencies.passwords.prove(context, password);
    return attempts.depart(context, { prefix: signOnLinkPrefix, userId });
  }

  async link(context: SignedInContext, arrival: Arrival): Promise<SignOnState> {
    const { userId } = context.principal;
    const identity = await this.#dependencies.signOn.attempts().arrive(context, arrival, userId);
    const { subject, label } = identity;
    try {
      await this.#dependencies.db.transaction().execute(async (transaction) => {
        const linked = await insertIdentity(transaction, { issuer: this.#issuer(), subject, userId, label });
        if (!linked) throw new AppError('signOnLinkedElsewhere');
        const change = {
          action: 'signOn.linked',
          objectType: 'user',
          objectId: userId,
          after: { by: 'profile', label },
        };
        await recordActivity(transaction, context, change);
        await this.#notify(transaction, userId, 'signOnLinked', label);
      });
    } catch (error) {
      // A person can link only one identity of this provider at a time.
      if (isUniqueViolation(error)) throw new AppError('signOnOneOnly');
      throw error;
    }
    return this.state(context);
  }

  async unlink(context: SignedInContext): Promise<SignOnState> {
    const { userId } = context.principal;
    if (!this.#dependencies.provider) throw new AppError('notFound');
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      const ways = await findWaysIn(transaction, userId);
      if (!ways?.has_password && !ways?.has_vendor) throw new AppError('signOnLastWay');
      const label = await updateIdentityUnlinked(transaction, userId, this.#issuer());
      if (label === undefined) throw new AppError('notFound');
      const change = { action: 'signOn.unlinked', objectType: 'user', objectId: userId, before: { label } };
      await recordActivity(transaction, context, change);
      await this.#notify(transaction, userId, 'signOnUnlinked', label);
    });
    return this.state(context);
  }

  #issuer(): string {
    return this.#dependencies.provider?.config.issuer ?? '';
  }

  async #notify(
    transaction: Parameters<NotificationService['notify']>[0],
    userId: string,
    kind: 'signOnLinked' | 'signOnUnlinked',
    label: string,
  ): Promise<void> {
    const link = '/app/home/profile?tab=signOn';
    await this.#dependencies.notifications.notify(transaction, { userId, kind, params: { label }, link });
  }
}
