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
/** What was read of versions, as far as their steps change it. */
export type PipelineTexts = {
  /** What was read of a file goes along with its copy. */
  copy(transaction: Executor, wanted: { from: string; to: string }): Promise<void>;
  /** A newer version came. */
  supersede(transaction: Executor, version: Version): Promise<void>;
  /** A step of the version came to a result, and be it that there is nothing for it to do. */
  settle(transaction: Executor, version: Version, kinds: readonly StepKind[]): Promise<void>;
  /** A step was left out for good: what it made before no longer counts, unless people worked on it. */
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
 * Which steps a version goes through, and when. Everything happens under the lock of the resource's row, so that of two
 * steps that end at the same moment the second sees the first.
 */
export class PipelineService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    assertStepOrder(dependencies.steps);
    this.#dependencies = dependencies;
  }

  /** In the transaction that makes the version. Work on versions before it would be for nobody. */
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
    // Copying an old version must not start steps that it never had.
    const runs = !copyOf || plan?.state === 'processing';
    if (plan && runs) await insertWork(transaction, versionId, this.#stepsOf(plan));
    await this.#goOn(transaction, { resourceId, versionId });
  }

  /** The steps that a version from before them lacks: nobody asked for them yet. */
  async plan(transaction: Executor, versionId: string): Promise<void> {
    const plan = await findPlan(transaction, versionId);
    if (!plan) return;
    const concerned = this.#stepsOf(plan).map(({ kind }) => ({ kind, state: 'none' as const }));
    await insertWork(transaction, versionId, concerned);
  }

  /** The same for all versions that are current; answers how many lacked something. */
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

  /** A step came to its end in this transaction: others may begin, and the resource may be ready. */
  async ended(transaction: Executor, job: EndedJob): Promise<void> {
    const { id, state, resourceId, versionId } = job;
    if (!resourceId || !versionId) return;
    const plan = state === 'skipped' ? await findPlan(transaction, versionId) : undefined;
    // Thrown away before its turn came: should it come back, nothing of this was ever run.
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

  /** Runs a step, or runs it again; the caller holds the resource. What it needs is run before it where it must be. */
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

  /** What is made of a step's text is made again, as far as it was asked for; the caller holds the resource. */
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

  /** False when it has ended already. */
  async cancel(transaction: Executor, version: Version, work: Pick<WorkRecord, 'id' | 'state'>): Promise<boolean> {
    if (!open.has(work.state)) return false;
    await this.#cancelOne(transaction, work, null);
    await this.#tell(transaction, version);
    await this.#goOn(transaction, version);
    return true;
  }

  /** What was left out because this step had not come off gets another chance with it. */
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

  /** Looking at a file is quick, and tells what the version is: that goes on. */
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

  /** Only where the step looked at the whole file: of a part that it was asked for, nothing follows for the rest. */
  async #retract(transaction: Executor, version: Version, jobId: string, kind: StepKind): Promise<void> {
    const work = (await listWorkOf(transaction, version.versionId)).find(({ id }) => id === jobId);
    if (!work || 'region' in work.options) return;
    await clearFindings(transaction, jobId);
    await this.#dependencies.texts.retract(transaction, version, kind);
  }

  async #tell(transaction: Executor, { resourceId }: Version): Promise<void> {
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'work', resourceId });
  }

  /** Every step that concerns the version; those come by themselves that its library lets. */
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

/** There was something to find, or nothing to do; without its engine nobody knows. */
function hasResult({ state, cause_code: causeCode }: Pick<WorkRecord, 'state' | 'cause_code'>): boolean {
  return state === 'done' || (state === 'skipped' && causeCode !== 'engineMissing');
}

/** Nothing can be read of the file, as far as anybody knows; a file that broke the engine may still hold something. */
function isEmptyResult({ state, cause_code: causeCode }: Pick<WorkRecord, 'state' | 'cause_code'>): boolean {
  if (state === 'failed') return causeCode === 'noText' || causeCode === 'noSpeech';
  return state === 'skipped' && causeCode !== 'engineMissing';
}

const lackingWords: Record<StepKind, string> = {
  inspect: 'The file couldn’t be inspected.',
  convert: 'The file wasn’t converted.',
  ocr: 'The text wasn’t recognised.',
  asr: 'The speech wasn’t recognised.',
  subtitle: 'No subtitles were created.',
  scan: 'The resource wasn’t scanned for sensitive words.',
  summarise: 'No summary was created.',
};
