/** Short and stable, because failures are grouped by it. */
export type FailureCode =
  | 'damaged'
  | 'protected'
  | 'empty'
  | 'tooLarge'
  | 'tookTooLong'
  | 'outOfMemory'
  | 'engineCrashed'
  | 'noText'
  | 'noSpeech'
  | 'unsupported';

/** The file itself is the cause, so retrying is pointless. The message is shown to users. */
export class InspectionFailure extends Error {
  readonly code: FailureCode;

  constructor(message: string, details = '', code: FailureCode = 'damaged') {
    super(message, { cause: details });
    this.name = 'InspectionFailure';
    this.code = code;
  }
}

/** A program or model required for this work is missing on this machine; the file is fine. */
export class EngineMissing extends Error {
  readonly engine: string;
  /** The exact command that installs it. */
  readonly install: string;

  constructor(engine: string, install: string) {
    super(`${engine} isn’t installed. Install it with: ${install}`);
    this.name = 'EngineMissing';
    this.engine = engine;
    this.install = install;
  }
}
