import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { JobTools, RunningJob } from '../../platform/queue/job-definition.ts';

/** The file a step works on and what is known about it so far. */
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
  /** Declared by people, never detected. */
  language: string | null;
  /** The resource's own spoken language, or its library's default. */
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
  /** Reports the engine and its version before the work starts, so that failed steps show it too. */
  use(engine: string): Promise<void>;
};

export type StepOutcome = {
  /** Name and version. */
  engine: string;
  language?: string | null;
  /** 0 to 1. */
  confidence?: number | null;
  /** A person should check the result. */
  needsCheck?: boolean;
  /** The step succeeded but produced nothing, such as OCR of most photos. Shown to people, but opens no task. */
  nothing?: { why: string; code: JobCause };
  /** Store keys of the files it wrote; they are removed if the step fails. */
  stored?: readonly string[];
  /** Runs in the transaction that marks the step as done; may add to the outcome. */
  save?(transaction: Executor): Promise<StepFindings | undefined>;
};

type StepFindings = Pick<StepOutcome, 'confidence' | 'needsCheck'>;

export type StepHandler<Options = Record<string, unknown>> = (
  given: StepGiven<Options>,
  tools: JobTools,
) => Promise<StepOutcome>;

/** What is known about a file before a step runs, for estimating its duration. */
export type StepSize = {
  kind: ResourceKind;
  format: string;
  sizeBytes: number;
  durationSeconds: number | null;
  pageCount: number | null;
  /** Share of the rendered pages that need OCR; null when none has been rendered. */
  scannedShare: number | null;
};

/**
 * One kind of work on a version. To add a step, add an entry to the list of steps and a handler. Handlers and engines
 * load on first use, so a definition is cheap to import.
 */
export type Step<Options = Record<string, unknown>> = {
  kind: StepKind;
  /** Steps that must end first, whatever their result. They come earlier in the list. */
  after: readonly StepKind[];
  /** The subset of `after` that must succeed; otherwise this step is skipped with their cause. */
  needs: readonly StepKind[];
  /** Steps whose text this one is made from: it runs again when such a text is retracted or becomes current again. */
  madeOf?: readonly StepKind[];
  /** Maximum number running at the same time per worker. */
  concurrency: number;
  limitSeconds: number;
  /** Expected duration; lets short jobs run ahead of long ones. */
  estimateSeconds?(size: StepSize, options: Record<string, unknown>): number;
  /** Whether a version gets this step at all, judged before the file's content is known. */
  concerns(version: { kind: ResourceKind; format: string }): boolean;
  options: z.ZodType<Options>;
  load(): Promise<StepHandler<Options>>;
};

/**
 * Erases the options type so that steps can share a list. Safe because each step gets options parsed by its own
 * schema.
 */
export function defineStep<Options>(step: Step<Options>): Step {
  return step as unknown as Step;
}

/** Stops the start if a declared step kind has no step. */
export function assertEveryStep(steps: readonly Step[]): void {
  const missing = stepKinds.filter((kind) => !steps.some((step) => step.kind === kind));
  if (missing.length > 0) throw new Error(`There is no step ${missing.join(', ')}`);
}

/** Stops the start if a kind occurs twice or a step is listed before one that it waits for. */
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
