/** The file itself is why: another try would end the same. The message is for people. */
export class InspectionFailure extends Error {
  constructor(message: string, details = '') {
    super(message, { cause: details });
    this.name = 'InspectionFailure';
  }
}
