import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

type ListenerOptions = {
  databaseUrl: string;
  channel: string;
  logger: Logger;
  onNotice(payload: string): void;
  /** Runs after every connect, before `connected` is told: what was said meanwhile must be asked for. */
  onConnected(): Promise<void>;
};

const beatEveryMs = 15_000;
const beatLimitMs = 5_000;
const longestPauseMs = 10_000;

/** One connection that hears a channel, and comes back by itself whenever it is cut. */
export class PgListener {
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

  /** Settles as soon as the channel is heard. */
  connected(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether what is said right now would be heard. */
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
        if (!signal.aborted) this.#options.logger.warn({ err: error }, 'live events are cut off; connecting again');
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
      this.#hears = false;
      this.#ready = Promise.withResolvers<void>();
      // Not waited for: a server that is gone does not say goodbye.
      client.end().catch(() => undefined);
    }
  }

  /** A connection that a firewall dropped makes no sound: it has to be asked. */
  async #beat(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(beatEveryMs, undefined, { signal: this.#stopping.signal });
      const late = sleep(beatLimitMs, 'late' as const, { ref: false });
      const answer = await Promise.race([client.query('select 1'), late]);
      if (answer === 'late') throw new Error('connection does not answer');
    }
  }
}
