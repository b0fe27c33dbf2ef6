import {
  onceOnlyOptions,
  type WorkAction,
  workActionInputs,
  workLists,
} from '@lectern/contract/features/machine-work.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import { updateCheck } from '../../platform/queue/version-jobs.ts';
import type { PipelineService } from './pipeline.service.ts';
import type { Step } from './step.ts';
import { listWaiting, lockWork, type WorkTarget } from './work.repository.ts';

/** Marks the reading of a step as checked or unchecked. */
export type NoteCheck = (
  transaction: Executor,
  context: SignedInContext,
  work: { versionId: string; kind: WorkTarget['kind']; isChecked: boolean },
) => Promise<void>;

type Dependencies = {
  steps: readonly Step[];
  queue: Pick<JobQueue, 'prioritise'>;
  pipeline: PipelineService;
  noteCheck: NoteCheck;
};
type RunRequest = { options?: Record<string, unknown> | undefined; priority?: number };

/** The range that people can choose from, and the priority of backfills. */
export const priorities = { least: -5, most: 5, catchingUp: -5 } as const;

const waiting = new Set(['pending', 'queued']);
const open = new Set(['pending', 'queued', 'running']);

/**
 * Changes one piece of machine work. The caller holds the lock on the resource. Methods return a reason when they
 * skip.
 */
export class WorkChangeService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async run(
    transaction: Executor,
    context: SignedInContext,
    work: WorkTarget,
    { options = lastingOptions(work), priority = 0 }: RunRequest,
  ): Promise<SkipReason | undefined> {
    if (!work.current) return 'notCurrent';
    const parsed = this.#parse(work, options);
    if (open.has(work.state) && isSame(parsed, work.options)) return 'asWanted';
    const change = { options: parsed, priority, requestedBy: context.principal.userId };
    await this.#dependencies.pipeline.run(transaction, versionOf(work), work.kind, change);
    await this.#record(transaction, context, work, { action: 'work.run', after: { options: parsed } });
    return undefined;
  }

  async cancel(transaction: Executor, context: SignedInContext, work: WorkTarget): Promise<SkipReason | undefined> {
    if (!(await this.#dependencies.pipeline.cancel(transaction, versionOf(work), work))) return 'hasEnded';
    await this.#record(transaction, context, work, { action: 'work.cancelled', before: { state: work.state } });
    return undefined;
  }

  async prioritise(
    transaction: Executor,
    context: SignedInContext,
    work: WorkTarget,
    priority: number,
  ): Promise<SkipReason | undefined> {
    if (!waiting.has(work.state)) return 'notWaiting';
    const bounded = Math.min(priorities.most, Math.max(priorities.least, priority));
    if (bounded === work.priority) return 'asWanted';
    // Waiting steps of the version are raised too: raising one alone would only move the wait.
    for (const id of await listWaiting(transaction, work.version_id)) {
      await this.#dependencies.queue.prioritise(transaction, id, bounded);
    }
    const [before, after] = [{ priority: work.priority }, { priority: bounded }];
    await this.#record(transaction, context, work, { action: 'work.prioritised', before, after });
    return undefined;
  }

  async check(
    transaction: Executor,
    context: SignedInContext,
    work: WorkTarget,
    check: WorkTarget['check_state'],
  ): Promise<SkipReason | undefined> {
    if (work.state !== 'done' || (work.kind !== 'ocr' && work.kind !== 'asr')) return 'nothingToCheck';
    if (work.check_state === check) return 'asWanted';
    await updateCheck(transaction, work.id, check);
    const isChecked = check === 'checked';
    await this.#dependencies.noteCheck(transaction, context, {
      versionId: work.version_id,
      kind: work.kind,
      isChecked,
    });
    const [before, after] = [{ check: work.check_state }, { check }];
    await this.#record(transaction, context, work, { action: 'work.checked', before, after });
    return undefined;
  }

  #parse(work: WorkTarget, options: Record<string, unknown>): Record<string, unknown> {
    const step = this.#dependencies.steps.find(({ kind }) => kind === work.kind);
    if (!step) throw invalidField('options', 'noSuchStep');
    const parsed = step.options.safeParse(options);
    if (!parsed.success) throw invalidInput(parsed.error, 'options');
    return parsed.data;
  }

  async #record(
    transaction: Executor,
    context: SignedInContext,
    work: WorkTarget,
    change: { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> },
  ): Promise<void> {
    await recordActivity(transaction, context, {
      action: change.action,
      objectType: 'resource',
      objectId: work.resource_id,
      ...(change.before && { before: change.before }),
      after: { step: work.kind, ...change.after },
    });
  }
}

function lastingOptions({ options }: WorkTarget): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !onceOnlyOptions.includes(name)));
}

function versionOf(work: WorkTarget): { resourceId: string; versionId: string } {
  return { resourceId: work.resource_id, versionId: work.version_id };
}

function isSame(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => left[name] === right[name]);
}

/** Why an action skips a piece of work, besides the errors of the catalogue. */
type SkipReason = keyof Messages['work']['skipped'];
type Doing = { transaction: Executor; work: WorkTarget; actor: SignedInContext };
type InputOf<Id extends WorkAction> = z.output<(typeof workActionInputs)[Id]>;

type WorkActionDefinition<Input> = {
  ability?: Ability;
  /** Returns the reason when it skips. */
  apply(doing: Doing, input: Input): Promise<SkipReason | undefined>;
  /** Returns the before-values that Undo needs. */
  before?(work: WorkTarget): unknown;
  undo?(doing: Doing, before: unknown): Promise<SkipReason | undefined>;
};

/** Defines an action on one piece of work for all work lists. Locks its resource first, then the work. */
export function workAction<Id extends WorkAction>(
  id: Id,
  definition: WorkActionDefinition<InputOf<Id>>,
): OperationAction[] {
  const { undo, before } = definition;
  return workLists.map((list) =>
    defineAction<InputOf<Id>>({
      id,
      list: list.id,
      page: list.page,
      ...(definition.ability && { ability: definition.ability }),
      input: workActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
      undoable: undo !== undefined,
      apply: (transaction, objectId, input, actor) =>
        onWork(transaction, objectId, actor, before, (work) => definition.apply({ transaction, work, actor }, input)),
      ...(undo && {
        undo: (transaction, item, actor) =>
          onWork(transaction, item.objectId, actor, before, (work) => undo({ transaction, work, actor }, item.before)),
      }),
    }),
  );
}

async function onWork(
  transaction: Executor,
  objectId: string,
  actor: SignedInContext,
  before: WorkActionDefinition<unknown>['before'],
  act: (work: WorkTarget) => Promise<SkipReason | undefined>,
): Promise<ItemOutcome> {
  const work = await lockWork(transaction, objectId);
  if (!work) throw new AppError('notFound');
  const label = work.title;
  try {
    const skip = await act(work);
    if (skip) return { label, state: 'skipped', reason: messagesIn(actor.language).work.skipped[skip] };
    // Work rows have no version number: Undo itself checks that nothing has changed since the action.
    return { label, state: 'done', before: before?.(work) ?? null, version: 0 };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(actor.language) };
    throw error;
  }
}

export type MachineWork = { pipeline: PipelineService; changes: WorkChangeService };
