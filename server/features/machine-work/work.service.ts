import { mayOpenPath } from '@lectern/contract/access.ts';
import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { StepKind } from '@lectern/contract/features/job.ts';
import {
  asrList,
  type getWork,
  type listResourceWork,
  ocrList,
  onPagesWithWork,
  pagesOfStep,
  type QueuePlace,
  type runMissing,
  type WorkRow,
  workList,
} from '@lectern/contract/features/machine-work.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { pageNames } from '../../platform/error-values.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import type { OperationService } from '../operation/public.ts';
import { findReadable, isKeptBy, lockEditable } from '../resource/public.ts';
import type { PipelineService } from './pipeline.service.ts';
import type { Step } from './step.ts';
import {
  findLoggedWork,
  findWorkOf,
  listLoggedWork,
  listQueuePlaces,
  type QueueRecord,
  type WorkTarget,
} from './work.repository.ts';
import type { WorkChangeService } from './work-change.service.ts';
import { presentWork } from './work-list.source.ts';

type Named = { id: string; kind: StepKind };

/** Permission checks on resources; they throw when access is denied. */
type ResourceJudges = {
  /** Requires that this person may run the step on the resource, and locks the resource. */
  requireEditable(transaction: Executor, context: SignedInContext, named: Named): Promise<{ version_id: string }>;
  requireReadable(db: Executor, principal: Principal, id: string): Promise<{ isKept: boolean }>;
};

type Dependencies = ResourceJudges & {
  db: Db;
  steps: readonly Step[];
  pipeline: PipelineService;
  changes: WorkChangeService;
  operations: OperationService;
  scope(principal: Principal): Condition;
};

/** Machine work of a resource: its steps, their state, and requests to run or cancel them. */
export class WorkService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get({ principal }: SignedInContext, id: string): Promise<OutputOf<typeof getWork>> {
    const row = await findLoggedWork(this.#dependencies.db, this.#dependencies.scope(principal), id);
    if (!row) throw new AppError('notFound');
    return { work: presentWork(row), log: row.log, requestedBy: row.requester_name };
  }

  /** In step order. The log exposes server details, so only people who manage the resource get it. */
  async listOf({ principal }: SignedInContext, resourceId: string): Promise<OutputOf<typeof listResourceWork>> {
    const { db, steps } = this.#dependencies;
    const { isKept } = await this.#dependencies.requireReadable(db, principal, resourceId);
    const [rows, places] = await Promise.all([listLoggedWork(db, resourceId), listQueuePlaces(db, resourceId)]);
    const ordered = steps.flatMap(({ kind }) => rows.filter((row) => row.kind === kind));
    return ordered.map((row) => {
      const place = places.find(({ id }) => id === row.id);
      return { work: presentWork(row), log: isKept ? row.log : '', queue: place ? presentPlace(place) : null };
    });
  }

  runStep(context: SignedInContext, { id, kind }: Named, options: Record<string, unknown>): Promise<WorkRow> {
    return this.#onStep(context, { id, kind }, async (transaction, work) => {
      const skip = await this.#dependencies.changes.run(transaction, context, work, { options });
      if (skip === 'notCurrent') throw new AppError('illegalMove');
    });
  }

  /** A step that has ended stays unchanged. */
  cancelStep(context: SignedInContext, named: Named): Promise<WorkRow> {
    return this.#onStep(context, named, async (transaction, work) => {
      await this.#dependencies.changes.cancel(transaction, context, work);
    });
  }

  /** Starts an operation over all matching work, from a list whose page this person may open. */
  async runMissing(
    context: SignedInContext,
    { kinds, failed }: BodyOf<typeof runMissing>,
  ): Promise<{ operationId: string }> {
    const { db, pipeline, operations } = this.#dependencies;
    const list = listFor(context.principal, kinds);
    // Plans versions older than the step itself; the nightly maintenance plans those beyond the limit.
    await pipeline.planMissing(db, { most: mostToPlanAtOnce });
    const gaps = ['notRun', 'noEngine', ...(failed ? ['failed'] : [])];
    const matching = new URLSearchParams({
      tab: 'all',
      missing: gaps.join(','),
      current: 'yes',
      sort: 'queued',
      ...(list === workList.id && { kind: kinds.join(',') }),
    });
    const wanted = { list, action: 'runMissing', selection: { matching: matching.toString(), except: [] }, input: {} };
    const { id } = await operations.start(context, wanted);
    return { operationId: id };
  }

  async #onStep(
    context: SignedInContext,
    { id, kind }: Named,
    act: (transaction: Executor, work: WorkTarget) => Promise<void>,
  ): Promise<WorkRow> {
    const { db, pipeline, requireEditable } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { version_id: versionId } = await requireEditable(transaction, context, { id, kind });
      await pipeline.plan(transaction, versionId);
      const work = await findWorkOf(transaction, id, kind);
      if (!work) throw new AppError('notFound');
      await act(transaction, work);
      const rows = await listLoggedWork(transaction, id);
      const row = rows.find((entry) => entry.kind === kind);
      if (!row) throw new AppError('notFound');
      return presentWork(row);
    });
  }
}

const mostToPlanAtOnce = 2_000;

function listFor(principal: Principal, kinds: readonly StepKind[]): string {
  const [kind, ...more] = kinds;
  const own = kind === 'ocr' ? ocrList : kind === 'asr' ? asrList : undefined;
  if (own && more.length === 0 && mayOpenPath(principal, own.page)) return own.id;
  if (mayOpenPath(principal, workList.page)) return workList.id;
  throw new AppError('pageForbidden', { params: { page: pageNames([workList.page]) } });
}

/** Work has the access rights of its resource, on the pages of its step. */
export const resourceJudges: ResourceJudges = {
  requireEditable: (transaction, context, { id, kind }) => lockEditable(transaction, context, id, pagesOfStep(kind)),
  async requireReadable(db, principal, id) {
    const resource = await findReadable(db, principal, id, onPagesWithWork.pages);
    return { isKept: isKeptBy(principal, resource) };
  },
};

function presentPlace({ ahead, seconds, paused_at: at, paused_by: by }: QueueRecord): QueuePlace {
  return { ahead, seconds: at ? null : seconds, paused: at && { by, at: at.toISOString() } };
}
