import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { JobTools, RunningJob } from '../../platform/queue/job-definition.ts';

/** The file that a step works on, and what is known of it by now. */
export type StepVersion = {
  id: string;
  resourceId: string;
  number: number;
  kind: ResourceKind;
  format: string;
  contentType: string;
  fileName: string;
  sizeBytes: number;
  sha256: Buffer;
  storeKey: string;
  /** As people declared it; never guessed. */
  language: string | null;
  /** Its own language, or its library's. */
  spokenLanguage: string | null;
  durationSeconds: number | null;
  pageCount: number | null;
  width: number | null;
  height: number | null;
  facts: Record<string, unknown>;
};

export type StepGiven<Options = Record<string, unknown>> = {
  version: StepVersion;
  options: Options;
  job: RunningJob;
  /** Says early which engine it is, with its version: people want to know it of what fails, too. */
  use(engine: string): Promise<void>;
};

export type StepOutcome = {
  /** Its name and version. */
  engine: string;
  language?: string | null;
  /** 0 to 1. */
  confidence?: number | null;
  /** The result should be checked by a person. */
  needsCheck?: boolean;
  /** Succeeded without a result, like OCR of most photos: shown, but no task. */
  nothing?: { why: string; code: JobCause };
  /** Keys of what it put into the store; taken out again should the step not come off. */
  stored?: readonly string[];
  /** Runs in the transaction that marks the step as done; may add to the outcome. */
  save?(transaction: Executor): Promise<StepFindings | undefined>;
};

type StepFindings = Pick<StepOutcome, 'confidence' | 'needsCheck'>;

export type StepHandler<Options = Record<string, unknown>> = (
  given: StepGiven<Options>,
  tools: JobTools,
) => Promise<StepOutcome>;

/** What is known of a file before a step, to guess how long it takes. */
export type StepSize = {
  kind: ResourceKind;
  format: string;
  sizeBytes: number;
  durationSeconds: number | null;
  pageCount: number | null;
  /** Of the pages that were drawn, the share whose text is in pictures; null: none was drawn. */
  scannedShare: number | null;
};

/**
 * One kind of work on a version. A new step is a new entry in the list of steps, and its handler; nothing else has
 * to know of it. Light: the handler and its engines are loaded where it first runs.
 */
export type Step<Options = Record<string, unknown>> = {
  kind: StepKind;
  /** It begins when these have ended, however. They stand before it in the list. */
  after: readonly StepKind[];
  /** Of those, the ones that must have come off: otherwise it is left out, with their cause. */
  needs: readonly StepKind[];
  /** What it is made of: when such a text no longer counts, or counts again, it is made again. */
  madeOf?: readonly StepKind[];
  /** How many one worker runs at the same time. */
  concurrency: number;
  limitSeconds: number;
  /** How long it will probably take; with it, short jobs don't wait for long ones. */
  estimateSeconds?(size: StepSize, options: Record<string, unknown>): number;
  /** Whether a version gets such a step at all; what is in the file is not known yet. */
  concerns(version: { kind: ResourceKind; format: string }): boolean;
  options: z.ZodType<Options>;
  load(): Promise<StepHandler<Options>>;
};

/** Lets steps with different options be kept together; each is given options that its own schema has parsed. */
export function defineStep<Options>(step: Step<Options>): Step {
  return step as unknown as Step;
}

/** A kind of step that the product declares, and has none of, must not start. */
export function assertEveryStep(steps: readonly Step[]): void {
  const missing = stepKinds.filter((kind) => !steps.some((step) => step.kind === kind));
  if (missing.length > 0) throw new Error(`There is no step ${missing.join(', ')}`);
}

/** Steps stand in an order in which none comes before one that it waits for; twins must not start. */
export function assertStepOrder(steps: readonly Step[]): void {
  const seen = new Set<StepKind>();
  for (const { kind, after, needs } of steps) {
    if (seen.has(kind)) throw new Error(`There are two steps ${kind}`);
    const unknown = [...after, ...needs].find(
      (before) => steps.some((step) => step.kind === before) && !seen.has(before),
    );
    if (unknown) throw new Error(`${kind} stands before ${unknown}, for which it waits`);
    const unordered = needs.find((before) => !after.includes(before));
    if (unordered) throw new Error(`${kind} needs ${unordered} without waiting for it`);
    seen.add(kind);
  }
}
