import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { getRescans, RescanRow } from '@lectern/contract/features/scan.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { NotificationService } from '../notification/public.ts';
import {
  deleteItems,
  extendQueued,
  findLastChanger,
  findRescan,
  findRescannedVersions,
  findRescanOf,
  insertRescan,
  listRescanKeepers,
  listRescans,
  lockRescans,
  type RescanKind,
  type RescanRecord,
  updateRescan,
} from './rescan.repository.ts';

type Dependencies = {
  db: Db;
  queue: JobQueue;
  publisher: EventPublisher;
  notifications: Pick<NotificationService, 'notify'>;
  /** Tells reviewers what the re-scan found. */
  notifyReviewers(transaction: Executor, rescanId: string): Promise<void>;
};

const mostShown = 20;

/**
 * Re-scans after word changes, or of everything. Per kind, at most one runs and one is queued; changes made while it
 * is queued are added to it.
 */
export class RescanService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Call it after words change to start at once; workers also check periodically. */
  async wake(): Promise<void> {
    const known = await findRescannedVersions(this.#dependencies.db);
    if (known.version <= known.asked) return;
    await this.#dependencies.db.transaction().execute(async (transaction) => {
      await lockRescans(transaction);
      const { version, asked, settled } = await findRescannedVersions(transaction);
      if (version <= asked) return;
      const waiting = await findRescanOf(transaction, 'changed', 'queued');
      if (waiting) await updateRescan(transaction, waiting.id, { to: version });
      else {
        const requestedBy = await findLastChanger(transaction, version);
        await insertRescan(transaction, { kind: 'changed', from: settled, to: version, requestedBy });
      }
      await this.#startNext(transaction, 'changed');
    });
  }

  async list(): Promise<OutputOf<typeof getRescans>> {
    const rows = await listRescans(this.#dependencies.db, mostShown);
    const { version } = await findRescannedVersions(this.#dependencies.db);
    return { dictionaryVersion: version, rows: rows.map(presentRescan) };
  }

  /** Returns the queued or running full re-scan if there is one. */
  async startFull(context: SignedInContext): Promise<RescanRow> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await lockRescans(transaction);
      const waiting =
        (await findRescanOf(transaction, 'full', 'queued')) ?? (await findRescanOf(transaction, 'full', 'running'));
      if (waiting) return presentRescan(waiting);
      const { version } = await findRescannedVersions(transaction);
      const requestedBy = context.principal.userId;
      // Versions are 0: a full re-scan uses the whole dictionary and does not count towards the coverage of `changed`
      // re-scans.
      const id = await insertRescan(transaction, { kind: 'full', from: 0, to: 0, requestedBy });
      await recordActivity(transaction, context, {
        action: 'rescan.started',
        objectType: 'rescan',
        objectId: id,
        after: { dictionaryVersion: version },
      });
      await this.#startNext(transaction, 'full');
      return presentRescan(await require(transaction, id));
    });
  }

  /** Keeps the results so far and skips the remaining items. */
  async cancel(context: SignedInContext, id: string): Promise<RescanRow> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await lockRescans(transaction);
      const rescan = await require(transaction, id);
      if (rescan.state !== 'queued' && rescan.state !== 'running') throw new AppError('illegalMove');
      if (rescan.job_id) await this.#dependencies.queue.cancel(transaction, rescan.job_id);
      await this.#end(transaction, rescan, { state: 'cancelled' });
      await recordActivity(transaction, context, {
        action: 'rescan.cancelled',
        objectType: 'rescan',
        objectId: id,
        after: { done: rescan.done, total: rescan.total },
      });
      return presentRescan(await require(transaction, id));
    });
  }

  /** Call it in the transaction that ends a job: records how its re-scan ended and starts the next one. */
  async jobEnded(transaction: Executor, job: EndedJob): Promise<void> {
    if (job.kind !== 'rescan') return;
    await lockRescans(transaction);
    for (const kind of ['changed', 'full'] as const) {
      const rescan = await findRescanOf(transaction, kind, 'running');
      if (rescan?.job_id !== job.id) continue;
      const ending = job.state === 'done' ? { state: 'done' } : { state: 'failed', cause: job.cause };
      await this.#end(transaction, rescan, ending as { state: 'done' | 'failed'; cause?: string | null });
    }
  }

  async #end(
    transaction: Executor,
    rescan: RescanRecord,
    ending: { state: 'done' | 'failed' | 'cancelled'; cause?: string | null },
  ): Promise<void> {
    await updateRescan(transaction, rescan.id, ending);
    if (ending.state === 'failed') {
      if (rescan.kind === 'changed') await extendQueued(transaction, rescan);
      await this.#tellFailed(transaction, rescan, ending.cause ?? '');
    }
    await this.#dependencies.notifyReviewers(transaction, rescan.id);
    await deleteItems(transaction, rescan.id);
    await this.#startNext(transaction, rescan.kind);
  }

  async #tellFailed(transaction: Executor, rescan: RescanRecord, cause: string): Promise<void> {
    for (const userId of await listRescanKeepers(transaction, rescan.requested_by_id)) {
      const entry = { userId, kind: 'rescanFailed', params: { cause }, link: '/app/sensitive/word' } as const;
      await this.#dependencies.notifications.notify(transaction, entry);
    }
  }

  /** Starts the queued re-scan unless one of its kind runs; it counts as running once its job is queued. */
  async #startNext(transaction: Executor, kind: RescanKind): Promise<void> {
    const { queue, publisher } = this.#dependencies;
    const isBusy = (await findRescanOf(transaction, kind, 'running')) !== undefined;
    const next = isBusy ? undefined : await findRescanOf(transaction, kind, 'queued');
    if (next) {
      const jobId = await queue.enqueue(transaction, {
        kind: 'rescan',
        input: { rescanId: next.id },
        requestedBy: null,
      });
      await updateRescan(transaction, next.id, { state: 'running', jobId });
    }
    await publisher.publish(transaction, null, { topic: 'rescan' });
  }
}

async function require(db: Executor, id: string): Promise<RescanRecord> {
  const rescan = await findRescan(db, id);
  if (!rescan) throw new AppError('notFound');
  return rescan;
}

function presentRescan(rescan: RescanRecord): RescanRow {
  const { id, kind, state, changes, total, done, flagged, cleared, cause } = rescan;
  return {
    ...{ id, kind, state, changes, total, done, flagged, cleared, cause },
    requestedBy: rescan.requested_by,
    createdAt: rescan.created_at.toISOString(),
    startedAt: rescan.started_at?.toISOString() ?? null,
    finishedAt: rescan.finished_at?.toISOString() ?? null,
  };
}
