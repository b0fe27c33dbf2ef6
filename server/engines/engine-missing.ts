/** A program or a model that this work needs is not on this machine. Nothing is wrong with the file. */
export class EngineMissing extends Error {
  readonly engine: string;
  /** The exact command that brings it. */
  readonly install: string;

  constructor(engine: string, install: string) {
    super(`${engine} is not installed here. Install it with: ${install}`);
    this.name = 'EngineMissing';
    this.engine = engine;
    this.install = install;
  }
}
