/** Short and stable: failures are grouped by it. */
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

/** The file itself is why: another try would end the same. The message is for people. */
export class InspectionFailure extends Error {
  readonly code: FailureCode;

  constructor(message: string, details = '', code: FailureCode = 'damaged') {
    super(message, { cause: details });
    this.name = 'InspectionFailure';
    this.code = code;
  }
}

/** A program or a model that this work needs is not on this machine. Nothing is wrong with the file. */
export class EngineMissing extends Error {
  readonly engine: string;
  /** The exact command that brings it. */
  readonly install: string;

  constructor(engine: string, install: string) {
    super(`${engine} isn’t installed. Install it with: ${install}`);
    this.name = 'EngineMissing';
    this.engine = engine;
    this.install = install;
  }
}
