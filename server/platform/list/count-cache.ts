import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { EventHub } from '../events/event-hub.ts';

export type ViewCounts = { count: BoundedCount; tabs: Record<string, BoundedCount> };

/** The longest that further pages show counts of the first one if a change isn't announced. */
const keptMs = 60_000;
const mostKept = 5_000;

/**
 * Keeps the counts of a view's first page, so that turning the page doesn't count again. Changes in this process and
 * live events from others clear it; while events can't be received, nothing is kept.
 */
export class CountCache {
  readonly #hub: Pick<EventHub, 'isListening'>;
  readonly #views = new Map<string, { counts: ViewCounts; until: number }>();
  #clears = 0;

  constructor(hub: Pick<EventHub, 'isListening' | 'listen'>) {
    this.#hub = hub;
    hub.listen(() => this.clear());
  }

  clear(): void {
    this.#clears += 1;
    this.#views.clear();
  }

  /** Identifies the moment before counting: counts from before a clear aren't kept after it. */
  get moment(): number {
    return this.#clears;
  }

  find(view: string): ViewCounts | undefined {
    const kept = this.#hub.isListening() ? this.#views.get(view) : undefined;
    return kept && kept.until > performance.now() ? kept.counts : undefined;
  }

  keep(view: string, counts: ViewCounts, moment: number): void {
    if (moment !== this.#clears || !this.#hub.isListening()) return;
    if (this.#views.size >= mostKept) this.#views.clear();
    this.#views.set(view, { counts, until: performance.now() + keptMs });
  }
}
