import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;

/** How late this process came to its own timers since the last look: 99 of 100 times not later than this. */
export class EventLoopGauge {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });

  start(): void {
    this.#histogram.enable();
  }

  read(): number {
    const delayMs = this.#histogram.percentile(99) / 1e6 - resolutionMs;
    this.#histogram.reset();
    return Number.isFinite(delayMs) ? Math.max(0, Math.round(delayMs * 10) / 10) : 0;
  }

  stop(): void {
    this.#histogram.disable();
  }
}
