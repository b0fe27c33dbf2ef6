import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import { everyFormat } from '../../engines/file-kind/formats.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import {
  clearFindings,
  type PendingChange,
  updateToNone,
  updateToPending,
  updateUnbegun,
} from '../../platform/queue/version-jobs.ts';
import type { ResourceIntakeService } from '../resource/public.ts';
import {
  copyWork,
  findPlan,
  findStepSize,
  insertWork,
  listOpenWorkBesides,
  listWorkOf,
  lockResourceRow,
  type Plan,
  type Planned,
  type WorkRecord,
} from './pipeline.repository.ts';
import { assertStepOrder, type Step } from './step.ts';
import { listUnplanned } from './work.repository.ts';

type Version = { resourceId: string; versionId: string };
/** How steps affect the texts of versions. */
export type PipelineTexts = {
  /** Copies a version's texts along with its file. */
  copy(transaction: Executor, wanted: { from: string; to: string }): Promise<void>;
  /** A newer version exists. */
  supersede(transaction: Executor, version: Version): Promise<void>;
  /** A step has a result, even if there was nothing for it to do. */
  settle(transaction: Executor, version: Version, kinds: readonly StepKind[]): Promise<void>;
  /** The step finds nothing in this version: its earlier text no longer counts, unless people have edited it. */
  retract(transaction: Executor, version: Version, kind: StepKind): Promise<void>;
};

type Dependencies = {
  steps: readonly Step[];
  queue: JobQueue;
  publisher: EventPublisher;
  intake: Pick<ResourceIntakeService, 'worked'>;
  texts: PipelineTexts;
};

type Bounds = { most?: number; signal?: AbortSignal };

const planAtOnce = 500;
const open: ReadonlySet<JobState> = new Set(['pending', 'queued', 'running']);
const supersededCause = 'Replaced by a newer version before it finished.';

/**
 * Decides which steps a version gets and when they run. Runs under the lock of the resource's row, so that when two
 * steps end at once, the second sees the first.
 */
export class PipelineService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    assertStepOrder(dependencies.steps);
    this.#dependencies = dependencies;
  }

  /** Call in the transaction that creates the version. Work on earlier versions is cancelled. */
  async begin(transaction: Executor, wanted: Version & { copyOf?: string }): Promise<void> {
    const { resourceId, versionId, copyOf } = wanted;
    const { texts } = this.#dependencies;
    await this.#stopOthers(transaction, wanted);
    await texts.supersede(transaction, { resourceId, versionId });
    if (copyOf) {
      await copyWork(transaction, copyOf, versionId);
      await texts.copy(transaction, { from: copyOf, to: versionId });
      const settled = (await listWorkOf(transaction, versionId)).filter(hasResult).map(({ kind }) => kind);
      await texts.settle(transaction, { resourceId, versionId }, settled);
    }
    const plan = await findPlan(transaction, versionId);
    // Copying an old version must not start steps it never had.
    const runs = !copyOf || plan?.state === 'processing';
    if (plan && runs) await insertWork(transaction, versionId, this.#stepsOf(plan));
    await this.#goOn(transaction, { resourceId, versionId });
  }

  /** Adds steps introduced after the version was created, without starting them. */
  async plan(transaction: Executor, versionId: string): Promise<void> {
    const plan = await findPlan(transaction, versionId);
    if (!plan) return;
    const concerned = this.#stepsOf(plan).map(({ kind }) => ({ kind, state: 'none' as const }));
    await insertWork(transaction, versionId, concerned);
  }

  /** Does the same for all current versions; returns how many lacked steps. */
  async planMissing(db: Db, { most = Number.POSITIVE_INFINITY, signal }: Bounds = {}): Promise<number> {
    const pairs = this.#dependencies.steps.flatMap((step) =>
      everyFormat
        .filter((format) => step.concerns(format))
        .map(({ kind, format }) => ({ kind, format, step: step.kind })),
    );
    let planned = 0;
    for (let after: string | null = null; planned < most; ) {
      const found: Awaited<ReturnType<typeof listUnplanned>> = await listUnplanned(db, {
        after,
        limit: planAtOnce,
        pairs,
      });
      for (const { resource_id: resourceId, version_id: versionId } of found) {
        signal?.throwIfAborted();
        await db.transaction().execute(async (transaction) => {
          await lockResourceRow(transaction, resourceId);
          await this.plan(transaction, versionId);
        });
      }
      planned += found.length;
      after = found.at(-1)?.resource_id ?? null;
      if (found.length < planAtOnce) break;
    }
    return planned;
  }

  /**
   * Call in the transaction in which a step ends: starts steps that were waiting and may mark the resource as ready.
   */
  async ended(transaction: Executor, job: EndedJob): Promise<void> {
    const { id, state, resourceId, versionId } = job;
    if (!resourceId || !versionId) return;
    const plan = state === 'skipped' ? await findPlan(transaction, versionId) : undefined;
    // Moved to Trash before the step's turn: reset it, so that after a restore it counts as never run.
    if (plan?.state === 'trashed') await updateToNone(transaction, versionId, id);
    const step = this.#dependencies.steps.find(({ kind }) => kind === job.kind);
    if (step && plan?.state !== 'trashed' && hasResult({ state, cause_code: job.causeCode })) {
      await this.#dependencies.texts.settle(transaction, { resourceId, versionId }, [step.kind]);
    }
    if (step && plan?.state !== 'trashed' && isEmptyResult({ state, cause_code: job.causeCode })) {
      await this.#retract(transaction, { resourceId, versionId }, id, step.kind);
    }
    await this.#goOn(transaction, { resourceId, versionId });
  }

  /**
   * Runs a step, again if necessary, and first the steps it needs that aren't done. The caller must lock the resource.
   */
  async run(transaction: Executor, version: Version, kind: StepKind, change: PendingChange): Promise<void> {
    const works = new Map((await listWorkOf(transaction, version.versionId)).map((work) => [work.kind, work]));
    const wake = async (wanted: StepKind, how: PendingChange): Promise<void> => {
      const work = works.get(wanted);
      if (!work) return;
      if (work.state === 'queued' || work.state === 'running')
        await this.#dependencies.queue.cancel(transaction, work.id);
      await updateToPending(transaction, work.id, how);
      works.set(wanted, { ...work, state: 'pending' });
      const { needs = [] } = this.#stepOf(wanted) ?? {};
      const { priority, requestedBy } = how;
      for (const needed of needs) {
        const state = works.get(needed)?.state;
        if (state && state !== 'done' && !open.has(state)) {
          await wake(needed, {
            ...(priority !== undefined && { priority }),
            ...(requestedBy !== undefined && { requestedBy }),
          });
        }
      }
    };
    await wake(kind, change);
    await this.#wakeLeftOut(transaction, works, { kind, priority: change.priority });
    await this.#tell(transaction, version);
    await this.#goOn(transaction, version);
  }

  /** Runs the steps based on this step's text again, if they had been requested. The caller must lock the resource. */
  async follow(transaction: Executor, version: Version, kind: StepKind): Promise<void> {
    const followers = this.#dependencies.steps.filter(({ madeOf }) => madeOf?.includes(kind)).map((step) => step.kind);
    for (const work of await listWorkOf(transaction, version.versionId)) {
      if (!followers.includes(work.kind) || work.state === 'none' || work.state === 'cancelled') continue;
      if (work.state === 'queued' || work.state === 'running')
        await this.#dependencies.queue.cancel(transaction, work.id);
      await updateToPending(transaction, work.id);
    }
    await this.#tell(transaction, version);
    await this.#goOn(transaction, version);
  }

  /** Returns false if it has already ended. */
  async cancel(transaction: Executor, version: Version, work: Pick<WorkRecord, 'id' | 'state'>): Promise<boolean> {
    if (!open.has(work.state)) return false;
    await this.#cancelOne(transaction, work, null);
    await this.#tell(transaction, version);
    await this.#goOn(transaction, version);
    return true;
  }

  /** Steps skipped because this one hadn't succeeded get another chance. */
  async #wakeLeftOut(
    transaction: Executor,
    works: Map<StepKind, WorkRecord>,
    { kind, priority }: { kind: StepKind; priority: number | undefined },
  ): Promise<void> {
    const woken = new Set<StepKind>([kind]);
    for (const step of this.#dependencies.steps) {
      const work = works.get(step.kind);
      const isLeftOut = work?.state === 'skipped' && work.started_at === null;
      if (!work || !isLeftOut || !step.needs.some((needed) => woken.has(needed))) continue;
      await updateToPending(transaction, work.id, priority === undefined ? {} : { priority });
      woken.add(step.kind);
    }
  }

  /** Inspection continues: it is quick, and its results describe the version. */
  async #stopOthers(transaction: Executor, version: Version): Promise<void> {
    for (const work of await listOpenWorkBesides(transaction, version)) {
      if (work.kind !== 'inspect') await this.#cancelOne(transaction, work, supersededCause);
    }
  }

  async #cancelOne(transaction: Executor, work: Pick<WorkRecord, 'id' | 'state'>, cause: string | null): Promise<void> {
    if (work.state !== 'pending') await this.#dependencies.queue.cancel(transaction, work.id);
    if (work.state === 'pending' || cause) {
      await updateUnbegun(transaction, work.id, { state: 'cancelled', cause, causeCode: null });
    }
  }

  async #goOn(transaction: Executor, version: Version): Promise<void> {
    const works = new Map((await listWorkOf(transaction, version.versionId)).map((work) => [work.kind, work]));
    for (const step of this.#dependencies.steps) {
      const work = works.get(step.kind);
      if (work?.state !== 'pending') continue;
      if (step.after.some((before) => open.has(works.get(before)?.state ?? 'done'))) continue;
      works.set(step.kind, await this.#beginStep(transaction, version, { step, work, works }));
    }
    const states = [...works.values()].map((work) => work.state);
    await this.#dependencies.intake.worked(transaction, {
      ...version,
      isOver: !states.some((state) => open.has(state)),
      hasFailed: states.includes('failed'),
    });
  }

  /** Only if the step covered the whole file; a run on one region says nothing about the rest. */
  async #retract(transaction: Executor, version: Version, jobId: string, kind: StepKind): Promise<void> {
    const work = (await listWorkOf(transaction, version.versionId)).find(({ id }) => id === jobId);
    if (!work || 'region' in work.options) return;
    await clearFindings(transaction, jobId);
    await this.#dependencies.texts.retract(transaction, version, kind);
  }

  async #tell(transaction: Executor, { resourceId }: Version): Promise<void> {
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'work', resourceId });
  }

  /** All steps that apply to the version; those that the library has turned off aren't started. */
  #stepsOf(plan: Plan): Planned[] {
    const concerned = this.#dependencies.steps.filter((step) => step.concerns(plan));
    return concerned.map(({ kind }) => ({ kind, state: plan.processing[kind] === false ? 'none' : 'pending' }));
  }

  async #beginStep(
    transaction: Executor,
    version: Version,
    { step, work, works }: { step: Step; work: WorkRecord; works: ReadonlyMap<StepKind, WorkRecord> },
  ): Promise<WorkRecord> {
    const lacking = step.needs
      .map((needed) => works.get(needed))
      .find((before) => before !== undefined && before.state !== 'done');
    if (!lacking) {
      const size = step.estimateSeconds && (await findStepSize(transaction, version.versionId));
      const costSeconds = size && step.estimateSeconds?.(size, work.options);
      await this.#dependencies.queue.requeue(transaction, work.id, costSeconds === undefined ? {} : { costSeconds });
      return { ...work, state: 'queued' };
    }
    const cause = [lackingWords[lacking.kind], lacking.cause].filter(Boolean).join(' ');
    await updateUnbegun(transaction, work.id, { state: 'skipped', cause, causeCode: lacking.cause_code });
    if (isEmptyResult(lacking)) await this.#retract(transaction, version, work.id, step.kind);
    return { ...work, state: 'skipped', cause, cause_code: lacking.cause_code };
  }

  #stepOf(kind: StepKind): Step | undefined {
    return this.#dependencies.steps.find((step) => step.kind === kind);
  }
}

/** Whether the step is done or had nothing to do; without its engine that is unknown. */
function hasResult({ state, cause_code: causeCode }: Pick<WorkRecord, 'state' | 'cause_code'>): boolean {
  return state === 'done' || (state === 'skipped' && causeCode !== 'engineMissing');
}

/**
 * Whether the file contains nothing to read, as far as anyone knows. A file that crashed the engine may still contain
 * something.
 */
function isEmptyResult({ state, cause_code: causeCode }: Pick<WorkRecord, 'state' | 'cause_code'>): boolean {
  if (state === 'failed') return causeCode === 'noText' || causeCode === 'noSpeech';
  return state === 'skipped' && causeCode !== 'engineMissing';
}

const lackingWords: Record<StepKind, string> = {
  inspect: 'The file couldn’t be read.',
  convert: 'The file wasn’t converted.',
  ocr: 'The text wasn’t recognised.',
  asr: 'The speech wasn’t recognised.',
  subtitle: 'No subtitles were created.',
  scan: 'The resource wasn’t scanned for sensitive words.',
  summarise: 'No summary was created.',
};
