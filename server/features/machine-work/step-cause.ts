import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import { InspectionFailure } from '../../engines/inspection-failure.ts';
import { type FailureKind, SandboxFailure } from '../../engines/sandbox/port.ts';
import { JobHopeless, JobSkipped } from '../../platform/queue/job-endings.ts';

const bySandbox: Record<Exclude<FailureKind, 'start'>, JobCause> = {
  time: 'tookTooLong',
  killed: 'outOfMemory',
  output: 'tooLarge',
  unsafe: 'engineMissing',
};

/** What engines throw, in the words of the queue: whether another try may help, and which cause it counts to. */
export function asJobEnding(error: unknown): unknown {
  if (error instanceof InspectionFailure) {
    return new JobHopeless(error.message, { cause: error, causeCode: 'damaged' });
  }
  if (error instanceof SandboxFailure && error.kind !== 'start') {
    const causeCode = bySandbox[error.kind];
    // Where a program can't be shut in safely it is not run; that is nothing the file could help.
    if (error.kind === 'unsafe') return new JobSkipped(error.message, causeCode);
    return new JobHopeless(error.message, { cause: error, causeCode });
  }
  return error;
}
