import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Db } from '../db/database.ts';
import { eventChannel } from './event-publisher.ts';
import { getEventBounds, listEvents, listEventsAfter, listLateEvents, type StoredEvent } from './event-rows.ts';

export type EventListener = (stored: StoredEvent) => void;

type HubOptions = { db: Db; databaseUrl: string; logger: Logger };

const rememberedEvents = 5_000;
const mostAtOnce = 500;

/**
 * Receives the events that any process publishes and delivers each once; events committed while disconnected follow
 * after reconnecting.
 */
export class EventHub {
  readonly #options: HubOptions;
  readonly #listeners = new Set<EventListener>();
  readonly #delivered = new RecentNumbers(rememberedEvents);
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
      onNotice: (payload) => this.#notice(payload),
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

  /** Resolves when no further event can be missed; throws if the database stays unreachable. */
  async ready(limitMs: number): Promise<void> {
    const late = sleep(limitMs, 'late' as const, { ref: false });
    if ((await Promise.race([this.#listener.connected(), late])) === 'late') {
      throw new AppError('databaseDown', { retryAfterSeconds: 2 });
    }
  }

  /** False while events of other processes may be missed. */
  isListening(): boolean {
    return this.#listener.hears;
  }

  /** Returns a function that removes the listener. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notice(payload: string): void {
    const notice = parseNotice(payload);
    if (notice === undefined) return;
    if (typeof notice !== 'number') {
      this.#tell([notice]);
      return;
    }
    this.#waiting.add(notice);
    void this.#readWaiting();
  }

  /** Reads events that were too long for a notification. */
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
      this.#options.logger.warn({ err: error }, 'could not read live events, retrying');
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
      if (!this.#delivered.add(stored.id)) continue;
      for (const listener of [...this.#listeners]) listener(stored);
    }
  }
}

const storedEvent = z.object({
  id: z.int(),
  userId: z.string().nullable(),
  event: z.looseObject({ topic: z.string() }),
});

/** A whole event, or the id of one that is too long for a notification. */
function parseNotice(payload: string): StoredEvent | number | undefined {
  try {
    const notice: unknown = JSON.parse(payload);
    return Number.isSafeInteger(notice) ? (notice as number) : (storedEvent.parse(notice) as StoredEvent);
  } catch {
    return undefined;
  }
}

type ListenerOptions = {
  databaseUrl: string;
  channel: string;
  logger: Logger;
  onNotice(payload: string): void;
  /** Runs after every connect, before `connected` resolves, to query missed notifications. */
  onConnected(): Promise<void>;
};

const beatEveryMs = 15_000;
const beatLimitMs = 5_000;
const longestPauseMs = 10_000;

/** A connection that listens on a channel and reconnects automatically. */
class PgListener {
  readonly #options: ListenerOptions;
  readonly #stopping = new AbortController();
  #ready = Promise.withResolvers<void>();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;
  #hears = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves once the channel is being listened to. */
  connected(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether a notification sent right now would be received. */
  get hears(): boolean {
    return this.#hears;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        await this.#hear(() => {
          tries = 0;
        });
      } catch (error) {
        if (!signal.aborted) this.#options.logger.warn({ err: error }, 'lost the live event connection, reconnecting');
      }
      const pauseMs = Math.min(longestPauseMs, 200 * 2 ** tries) * (0.75 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #hear(connected: () => void): Promise<void> {
    const { databaseUrl, channel, onNotice, onConnected } = this.#options;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'lectern-events',
      connectionTimeoutMillis: beatLimitMs,
      keepAlive: true,
    });
    this.#client = client;
    const cut = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('connection ended')));
    });
    cut.catch(() => undefined);
    client.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await onConnected();
      connected();
      this.#hears = true;
      this.#ready.resolve();
      await Promise.race([cut, this.#beat(client)]);
    } finally {
      // After a failed attempt, callers of `connected` keep waiting for the next one.
      if (this.#hears) this.#ready = Promise.withResolvers<void>();
      this.#hears = false;
      // Not awaited, because a server that is gone doesn't answer.
      client.end().catch(() => undefined);
    }
  }

  /** A connection dropped by a firewall shows no error, so it has to be probed. */
  async #beat(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(beatEveryMs, undefined, { signal: this.#stopping.signal });
      const late = sleep(beatLimitMs, 'late' as const, { ref: false });
      const answer = await Promise.race([client.query('select 1'), late]);
      if (answer === 'late') throw new Error('connection does not answer');
    }
  }
}

/** Remembers the latest numbers and forgets the oldest. */
export class RecentNumbers {
  readonly #seen = new Set<number>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** False if the number was already there. */
  add(number: number): boolean {
    if (this.#seen.has(number)) return false;
    this.#seen.add(number);
    if (this.#seen.size > this.#size) {
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
    }
    return true;
  }
}
