import { engineMissing, type JobCause } from '@lectern/contract/features/job-cause.ts';
import { EngineMissing, type FailureCode, InspectionFailure } from '../../engines/engine-failure.ts';
import { type FailureKind, SandboxFailure } from '../../engines/sandbox/port.ts';
import { LanguageNotSupported } from '../../engines/speech/port.ts';
import { JobHopeless, JobSkipped } from '../../platform/queue/job-endings.ts';

const byFailure: Record<FailureCode, JobCause> = {
  damaged: 'damaged',
  protected: 'protected',
  empty: 'empty',
  tooLarge: 'tooLarge',
  tookTooLong: 'tookTooLong',
  outOfMemory: 'outOfMemory',
  engineCrashed: 'engineCrashed',
  noText: 'noText',
  noSpeech: 'noSpeech',
  unsupported: 'notSupported',
};

const bySandbox: Record<Exclude<FailureKind, 'start'>, JobCause> = {
  time: 'tookTooLong',
  memory: 'outOfMemory',
  crashed: 'engineCrashed',
  output: 'tooLarge',
  unsafe: 'engineMissing',
};

/** What engines throw, in the words of the queue: whether another try may help, and which cause it counts to. */
export function asJobEnding(error: unknown): unknown {
  if (error instanceof EngineMissing)
    return new JobSkipped(engineMissing(error.engine, error.install), 'engineMissing');
  if (error instanceof LanguageNotSupported) return new JobSkipped(error.message, 'languageNotSupported');
  if (error instanceof InspectionFailure) {
    return new JobHopeless(error.message, { cause: error, causeCode: byFailure[error.code] });
  }
  if (error instanceof SandboxFailure && error.kind !== 'start') {
    const causeCode = bySandbox[error.kind];
    // Where a program can't be shut in safely it is not run; that is nothing the file could help.
    if (error.kind === 'unsafe') return new JobSkipped(error.message, causeCode);
    return new JobHopeless(error.message, { cause: error, causeCode });
  }
  return error;
}
