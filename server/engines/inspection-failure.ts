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
