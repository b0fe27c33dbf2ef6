/** A reason why Lectern cannot start that a person can mend; its message is all they need to read. */
export class StartProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartProblem';
  }
}
