import type { LiveEvent } from '@lectern/contract/features/event.ts';

export type StoredEvent = { id: number; userId: string | null; event: LiveEvent };
export type EventListener = (stored: StoredEvent) => void;

/** Hears in one process what was published in any. */
export class EventHub {
  readonly #listeners = new Set<EventListener>();

  /** Returns what ends the listening. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
