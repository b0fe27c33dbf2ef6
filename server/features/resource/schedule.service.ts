import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { isLegalMove, type ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { SettingsService } from '../settings/public.ts';
import { fieldNamesIn, type HoldsPublication, isSummaryOutOfDate, missingFields } from './publication-hold.ts';
import { type LockedResource, lockResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceAnnouncer, ReviewTasks } from './resource-announcer.ts';
import { moveColumns, type Purge } from './resource-move.service.ts';
import type { ResourceWriter } from './resource-writer.ts';
import { type Due, isClockSteady, listDue, listTrashedFor, readDue } from './schedule.repository.ts';

type ScheduleDependencies = {
  writer: ResourceWriter;
  announcer: ResourceAnnouncer;
  reviews: ReviewTasks;
  settings: Pick<SettingsService, 'current'>;
  holds: HoldsPublication;
  purge: Purge;
  timeZone: string;
};
type Step = { move: ResourceMove; action: string; kind?: NotificationKind; reason: string | null };

const rowsAtOnce = 200;

/**
 * Publishes, takes offline and purges resources when due. Each runs in its own transaction under the row lock and by
 * the database clock, so a killed worker can't cause repeated or early changes.
 */
export class ScheduleService {
  readonly #dependencies: ScheduleDependencies;

  constructor(dependencies: ScheduleDependencies) {
    this.#dependencies = dependencies;
  }

  async run(db: Db, signal?: AbortSignal): Promise<number> {
    let changed = 0;
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await listDue(db, this.#dependencies.timeZone, rowsAtOnce, after);
      for (const id of ids) {
        signal?.throwIfAborted();
        const done = await db.transaction().execute((transaction) => this.#runOne(transaction, id));
        if (done) changed += 1;
      }
      if (ids.length < rowsAtOnce) return changed;
      after = ids.at(-1) ?? null;
    }
  }

  /** Skips purging after a clock jump, which would make everything look old. */
  async purgeOldBySteadyClock(db: Db, signal?: AbortSignal): Promise<number> {
    return (await isClockSteady(db)) ? this.purgeOld(db, signal) : 0;
  }

  /** Purges resources that have been in Trash for longer than the setting allows. */
  async purgeOld(db: Db, signal?: AbortSignal): Promise<number> {
    const { trashDays } = await this.#dependencies.settings.current();
    let purged = 0;
    for (;;) {
      const ids = await listTrashedFor(db, trashDays, rowsAtOnce);
      for (const id of ids) {
        signal?.throwIfAborted();
        await db.transaction().execute(async (transaction) => {
          const resource = await lockResource(transaction, id);
          if (resource?.state !== 'trashed') return;
          await this.#dependencies.purge(transaction, id);
          await this.#move(transaction, resource, { move: 'purge', action: 'resource.purged', reason: null });
          purged += 1;
        });
      }
      if (ids.length < rowsAtOnce) return purged;
    }
  }

  async #runOne(transaction: Executor, id: string): Promise<boolean> {
    const resource = await lockResource(transaction, id);
    if (!resource) return false;
    const due = await readDue(transaction, id, this.#dependencies.timeZone);
    // Publishing waits until machine work has finished.
    const publishes = due.publish && resource.state !== 'processing';
    const after = publishes ? await this.#publish(transaction, resource, due) : resource;
    const ends = due.offline || (due.licenceEnded && after.state === 'published');
    if (ends) await this.#takeOffline(transaction, after, due);
    return publishes || ends;
  }

  async #publish(transaction: Executor, resource: LockedResource, due: Due): Promise<LockedResource> {
    const refusal = await this.#refusal(transaction, resource, due);
    if (!refusal) {
      const step = { move: 'publish', action: 'resource.published', kind: 'resourcePublished', reason: null } as const;
      return this.#move(transaction, resource, step);
    }
    const cleared = await this.#write(transaction, resource, { publish_at: null }, 'resource.notPublished', refusal);
    await this.#dependencies.announcer.notify(transaction, resource, { kind: 'resourceNotPublished', reason: refusal });
    return cleared;
  }

  async #refusal(transaction: Executor, resource: LockedResource, due: Due): Promise<string | null> {
    const { reviewBeforePublish, defaultLanguage, requiredFields } = await this.#dependencies.settings.current();
    const { notPublished } = messagesIn(defaultLanguage).resourceChange;
    if (due.licenceEnded) return this.#licenceText(resource);
    if (!isLegalMove('publish', resource.state)) return notPublished.notReady;
    // A schedule doesn't bypass a required review.
    const isReviewed = !reviewBeforePublish || resource.state !== 'ready';
    if (!isReviewed) return notPublished.notReviewed;
    const missing = missingFields({ requiredFields }, resource);
    if (missing.length > 0) {
      const fields = fieldNamesIn(defaultLanguage, missing);
      return fillText(notPublished.fieldsMissing, { fields }, defaultLanguage);
    }
    const hold = await this.#dependencies.holds(transaction, resource.id);
    if (hold) return notPublished[hold];
    return (await isSummaryOutOfDate(transaction, resource.id)) ? notPublished.summaryOutOfDate : null;
  }

  async #takeOffline(transaction: Executor, resource: LockedResource, due: Due): Promise<void> {
    if (resource.state !== 'published') {
      await this.#write(transaction, resource, { offline_at: null }, 'resource.scheduled', null);
      return;
    }
    const { defaultLanguage } = await this.#dependencies.settings.current();
    const reason = due.offline
      ? messagesIn(defaultLanguage).resourceChange.offlineTime
      : await this.#licenceText(resource);
    const kind = 'resourceOffline';
    await this.#move(transaction, resource, { move: 'offline', action: 'resource.takenOffline', kind, reason });
  }

  async #licenceText(resource: LockedResource): Promise<string> {
    const { defaultLanguage } = await this.#dependencies.settings.current();
    return fillText(
      messagesIn(defaultLanguage).resourceChange.licenceEnded,
      { day: resource.licence_until ?? '' },
      defaultLanguage,
    );
  }

  async #move(transaction: Executor, resource: LockedResource, step: Step): Promise<LockedResource> {
    const { announcer, reviews } = this.#dependencies;
    const { move, action, kind, reason } = step;
    const columns = await moveColumns(transaction, resource, { move, reason, by: null });
    const moved = await this.#write(transaction, resource, columns, action, reason);
    await reviews.moved(transaction, resource, columns.state, null);
    if (kind) await announcer.notify(transaction, resource, { kind, reason });
    return moved;
  }

  async #write(
    transaction: Executor,
    resource: LockedResource,
    columns: ResourceColumns,
    action: string,
    reason: string | null,
  ): Promise<LockedResource> {
    await this.#dependencies.writer.update(transaction, resource, columns);
    const written = (await lockResource(transaction, resource.id)) ?? { ...resource, state: 'purged' as const };
    await insertActivity(transaction, {
      action,
      objectType: 'resource',
      objectId: resource.id,
      before: { state: resource.state },
      after: { state: written.state, ...(reason && { reason }) },
      actorId: null,
      ip: null,
      requestId: null,
    });
    await this.#dependencies.announcer.changed(transaction, resource);
    return written;
  }
}
