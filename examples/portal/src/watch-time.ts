/**
 * Seconds of a recording that somebody really saw or heard. Only time that passed while it played counts: not what was
 * jumped over, not what was skipped by a dragged slider, and at double speed every minute brings two.
 */
export class WatchTime {
  #last: number | undefined;
  #seconds = 0;

  /** The recording is at this second now, and plays. */
  plays(atSeconds: number, rate = 1): void {
    const step = this.#last === undefined ? 0 : atSeconds - this.#last;
    // Players tell where they are about four times a second; more than that in one step is a jump.
    if (step > 0 && step <= Math.max(1, rate) * 1.5) this.#seconds += step;
    this.#last = atSeconds;
  }

  /** It stands still or jumps: where it goes on is not where it was. */
  stops(): void {
    this.#last = undefined;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** What was watched since it was last taken. */
  take(): number {
    const seconds = Math.round(this.#seconds * 10) / 10;
    this.#seconds = 0;
    return seconds;
  }
}
