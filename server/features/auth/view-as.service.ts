import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findViewed, updateViewAs } from './account.repository.ts';

type Dependencies = { db: Db; publisher: EventPublisher; forgetHolders: () => void };

/** View as: lets super administrators see Lectern as another person, read-only and recorded. */
export class ViewAsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async begin(context: SignedInContext, userId: string): Promise<void> {
    const { db } = this.#dependencies;
    const { principal } = context;
    if (principal.roleId !== 1) throw new AppError('abilityMissing');
    if (userId.toLowerCase() === principal.userId) throw new AppError('notOneself');
    await db.transaction().execute(async (transaction) => {
      const viewed = await findViewed(transaction, userId);
      if (!viewed) throw new AppError('notFound');
      if (viewed.role_id === 1) throw new AppError('morePowerful');
      await updateViewAs(transaction, principal.sessionId, viewed.id);
      await recordActivity(transaction, context, {
        action: 'viewAs.began',
        objectType: 'user',
        objectId: viewed.id,
        after: { name: viewed.name },
      });
      await this.#dependencies.publisher.publish(transaction, principal.userId, { topic: 'permissions' });
    });
    this.#dependencies.forgetHolders();
  }

  /** Does nothing outside View as. */
  async end(context: SignedInContext): Promise<void> {
    const { principal } = context;
    const { viewedBy } = principal;
    if (!viewedBy) return;
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      await updateViewAs(transaction, principal.sessionId, null);
      await recordActivity(transaction, context, {
        action: 'viewAs.ended',
        objectType: 'user',
        objectId: principal.userId,
        after: { name: principal.name },
      });
      // Windows in View as receive the events of the viewed person, so both are notified.
      const notified = [viewedBy.id, principal.userId];
      await this.#dependencies.publisher.publishTo(transaction, notified, { topic: 'permissions' });
    });
    this.#dependencies.forgetHolders();
  }

  /** Records downloads during View as under the viewer's name. */
  readonly noteDownload = async (context: SignedInContext, path: string): Promise<void> => {
    const { principal } = context;
    if (!principal.viewedBy) return;
    await insertActivity(this.#dependencies.db, {
      action: 'viewAs.downloaded',
      objectType: 'user',
      objectId: principal.userId,
      after: { path },
      actorId: principal.viewedBy.id,
      ip: context.ip,
      requestId: context.requestId,
    });
  };
}
