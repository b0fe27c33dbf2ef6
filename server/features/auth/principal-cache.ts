import type { EventHub } from '../../platform/events/event-hub.ts';
import type { TokenHolder } from './session.repository.ts';

/** The longest a change can take to apply if no event announces it. */
const keptMs = 1_000;
const mostKept = 10_000;

/**
 * Caches token holders briefly because pages send several calls at once. Changes in this process and permission events
 * from others clear it; while events can't be received, nothing is cached.
 */
export class PrincipalCache {
  readonly #hub: Pick<EventHub, 'isListening' | 'listen'>;
  readonly #holders = new Map<string, { holder: TokenHolder; until: number }>();
  /** Incremented on every clear, so that reads started before it aren't cached afterwards. */
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
