import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../app-error.ts';
import type { Db } from '../db/database.ts';
import { eventChannel } from './event-publisher.ts';
import { getEventBounds, listEvents, listEventsAfter, listLateEvents, type StoredEvent } from './event-rows.ts';
import { PgListener } from './pg-listener.ts';
import { RecentNumbers } from './recent-numbers.ts';

export type EventListener = (stored: StoredEvent) => void;

type HubOptions = { db: Db; databaseUrl: string; logger: Logger };

const rememberedEvents = 5_000;
const mostAtOnce = 500;

/**
 * Hears in one process what was published in any. Each event is told once; what was committed while the connection
 * was cut is told when it is back.
 */
export class EventHub {
  readonly #options: HubOptions;
  readonly #listeners = new Set<EventListener>();
  readonly #told = new RecentNumbers(rememberedEvents);
  readonly #waiting = new Set<number>();
  readonly #listener: PgListener;
  #highest: number | undefined;
  #reading = false;
  #stopped = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#listener = new PgListener({
      databaseUrl: options.databaseUrl,
      channel: eventChannel,
      logger: options.logger,
      onNotice: (payload) => this.#notice(Number(payload)),
      onConnected: () => this.#catchUp(),
    });
  }

  start(): void {
    this.#listener.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#listener.stop();
  }

  /** Settles when nothing can be missed from now on; gives up when the database stays away. */
  async ready(limitMs: number): Promise<void> {
    const late = sleep(limitMs, 'late' as const, { ref: false });
    if ((await Promise.race([this.#listener.connected(), late])) === 'late') {
      throw new AppError('databaseDown', { retryAfterSeconds: 2 });
    }
  }

  /** False while other processes could say something that this one does not hear. */
  isListening(): boolean {
    return this.#listener.hears;
  }

  /** Returns what ends the listening. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notice(id: number): void {
    if (!Number.isSafeInteger(id)) return;
    this.#waiting.add(id);
    void this.#readWaiting();
  }

  /** Gathers notices while one read is under way: a burst costs a few queries, not one each. */
  async #readWaiting(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#waiting.size > 0 && !this.#stopped) {
        const ids = [...this.#waiting].slice(0, mostAtOnce);
        const events = await listEvents(this.#options.db, ids);
        for (const id of ids) this.#waiting.delete(id);
        this.#tell(events);
      }
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'live events could not be read; trying again');
      setTimeout(() => void this.#readWaiting(), 1_000).unref();
    } finally {
      this.#reading = false;
    }
  }

  async #catchUp(): Promise<void> {
    const { db } = this.#options;
    if (this.#highest === undefined) {
      this.#highest = (await getEventBounds(db)).highest;
      return;
    }
    this.#tell(await listLateEvents(db, this.#highest, { limit: rememberedEvents }));
    let events: StoredEvent[];
    do {
      events = await listEventsAfter(db, this.#highest, { limit: mostAtOnce });
      this.#tell(events);
    } while (events.length === mostAtOnce);
  }

  #tell(events: readonly StoredEvent[]): void {
    for (const stored of events) {
      this.#highest = Math.max(this.#highest ?? 0, stored.id);
      if (!this.#told.add(stored.id)) continue;
      for (const listener of [...this.#listeners]) listener(stored);
    }
  }
}
