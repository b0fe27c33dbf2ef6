/**
 * Seconds of a recording that were actually played. Skipped parts don't count; at double speed, one minute counts as
 * two.
 */
export class WatchTime {
  #last: number | undefined;
  #seconds = 0;

  /** Call while the recording plays, with its current position. */
  plays(atSeconds: number, rate = 1): void {
    const step = this.#last === undefined ? 0 : atSeconds - this.#last;
    // Players report their position about four times a second; a larger step is a jump.
    if (step > 0 && step <= Math.max(1, rate) * 1.5) this.#seconds += step;
    this.#last = atSeconds;
  }

  /** Call on pause or seek, because playback may continue elsewhere. */
  stops(): void {
    this.#last = undefined;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** Returns the seconds since the last call and resets them. */
  take(): number {
    const seconds = Math.round(this.#seconds * 10) / 10;
    this.#seconds = 0;
    return seconds;
  }
}
