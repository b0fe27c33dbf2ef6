import type { EventHub } from '../../platform/events/event-hub.ts';
import type { TokenHolder } from './session.repository.ts';

/** A change that no event announces takes effect after this time at the latest. */
const keptMs = 1_000;
const mostKept = 10_000;

/**
 * Remembers token holders for a moment, because pages send several calls at once. Every change in this process and
 * every permission event of others clears it. While events can’t be received, nothing is cached.
 */
export class PrincipalCache {
  readonly #hub: Pick<EventHub, 'isListening' | 'listen'>;
  readonly #holders = new Map<string, { holder: TokenHolder; until: number }>();
  /** Raised with every emptying: what was read before it must not be kept after it. */
  #emptied = 0;

  constructor(hub: Pick<EventHub, 'isListening' | 'listen'>) {
    this.#hub = hub;
    hub.listen(({ event }) => {
      if (event.topic === 'permissions') this.clear();
    });
  }

  clear(): void {
    this.#emptied += 1;
    this.#holders.clear();
  }

  async read(hash: Buffer, find: () => Promise<TokenHolder | undefined>): Promise<TokenHolder | undefined> {
    if (!this.#hub.isListening()) return find();
    const key = hash.toString('latin1');
    const kept = this.#holders.get(key);
    const now = performance.now();
    if (kept && kept.until > now) return kept.holder;
    const emptiedBefore = this.#emptied;
    const holder = await find();
    if (holder?.seen_lately && this.#emptied === emptiedBefore) {
      if (this.#holders.size >= mostKept) this.#holders.clear();
      this.#holders.set(key, { holder, until: now + keptMs });
    }
    return holder;
  }
}
