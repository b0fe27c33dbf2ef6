import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { StepKind } from '@lectern/contract/features/job.ts';
import type { getWorkOverview } from '@lectern/contract/features/machine-work.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { pauseQueue, resumeQueue } from '../../platform/queue/paused-queues.ts';
import {
  listCauseRecords,
  listHourRecords,
  listPauses,
  listQueueRecords,
  listWorkersAlive,
} from './overview.repository.ts';
import type { Step } from './step.ts';

type Overview = OutputOf<typeof getWorkOverview>;
type Dependencies = { db: Db; steps: readonly Step[]; scope(principal: Principal): Condition };

/** The state of the queues, limited to what the person may see, and pausing them. */
export class OverviewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async read(principal: Principal): Promise<Overview> {
    const { db } = this.#dependencies;
    const scope = this.#dependencies.scope(principal);
    const [queues, causes, hours, workers] = await Promise.all([
      this.#queues(db, scope),
      listCauseRecords(db, scope),
      listHourRecords(db, scope),
      listWorkersAlive(db),
    ]);
    return {
      queues,
      causes: causes.map((row) => ({
        kind: row.kind,
        cause: row.cause,
        count: row.count,
        example: row.example,
        resource: { id: row.resource_id, name: row.title },
        lastAt: row.last_at.toISOString(),
      })),
      throughput: hours.map((row) => ({ hour: row.hour.toISOString(), done: row.done, failed: row.failed })),
      workers: workers.map((row) => ({
        name: row.name,
        startedAt: row.started_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      })),
    };
  }

  async pause(
    context: SignedInContext,
    { kind, paused }: { kind: StepKind; paused: boolean },
  ): Promise<Overview['queues'][number]> {
    const { db, scope } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const changed = paused
        ? await pauseQueue(transaction, kind, context.principal.userId)
        : await resumeQueue(transaction, kind);
      if (changed) {
        await recordActivity(transaction, context, {
          action: paused ? 'work.queuePaused' : 'work.queueResumed',
          objectType: 'queue',
          objectId: kind,
          after: { paused },
        });
      }
      const queues = await this.#queues(transaction, scope(context.principal));
      const queue = queues.find((entry) => entry.kind === kind);
      if (!queue) throw new AppError('notFound');
      return queue;
    });
  }

  async #queues(db: Executor, scope: Condition): Promise<Overview['queues']> {
    const [records, pauses] = [await listQueueRecords(db, scope), await listPauses(db)];
    return this.#dependencies.steps.map(({ kind }) => {
      const record = records.find((entry) => entry.kind === kind);
      const pause = pauses.find((entry) => entry.kind === kind);
      return {
        kind,
        waiting: record?.waiting ?? 0,
        running: record?.running ?? 0,
        done: record?.done ?? 0,
        failed: record?.failed ?? 0,
        oldestWaitingAt: record?.oldest_waiting_at?.toISOString() ?? null,
        pausedAt: pause?.paused_at.toISOString() ?? null,
        pausedBy: pause?.paused_by ?? null,
      };
    });
  }
}
