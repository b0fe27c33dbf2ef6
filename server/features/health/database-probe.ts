import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** `slow`: accepts connections but answers late. `down`: accepts no connections. */
export type DatabaseCheck =
  | { state: 'up'; latencyMs: number }
  | { state: 'slow'; latencyMs: number | null }
  | { state: 'down'; latencyMs: null };

type ProbeOptions = {
  databaseUrl: string;
  /** An answer after this many milliseconds counts as slow. */
  patienceMs: number;
  /** If no connection is completed within this time, the database is down. */
  connectTimeoutMs: number;
};

const down = { state: 'down', latencyMs: null } as const;
const tooManyConnections = '53300';
const queryTimeoutMs = 30_000;

/** Checks the database over its own connection, because waiting for a busy pool would look like a lost database. */
export class DatabaseProbe {
  readonly #options: ProbeOptions;
  #running: Promise<DatabaseCheck> | undefined;
  #last: DatabaseCheck | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** A check that takes too long continues in the background; its outcome is used from the next call on. */
  async check(): Promise<DatabaseCheck> {
    this.#running ??= this.#connectAndAsk().then((outcome) => {
      this.#last = outcome;
      this.#running = undefined;
      return outcome;
    });
    const answered = new AbortController();
    const late = sleep(this.#options.patienceMs, undefined, { signal: answered.signal }).catch(() => undefined);
    try {
      const outcome = await Promise.race([this.#running, late]);
      return outcome ?? (this.#last?.state === 'down' ? down : { state: 'slow', latencyMs: null });
    } finally {
      answered.abort();
    }
  }

  async #connectAndAsk(): Promise<DatabaseCheck> {
    const { databaseUrl, connectTimeoutMs, patienceMs } = this.#options;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'lectern-health',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    client.on('error', () => undefined);
    const startedAt = performance.now();
    let connectedAt: number | undefined;
    try {
      await client.connect();
      connectedAt = performance.now();
      await client.query('select 1');
      const latencyMs = Math.round((performance.now() - connectedAt) * 10) / 10;
      return { state: performance.now() - startedAt > patienceMs ? 'slow' : 'up', latencyMs };
    } catch (error) {
      // All connections are taken, so the database is running and serving those who have one.
      const full = error instanceof Error && 'code' in error && error.code === tooManyConnections;
      const unanswered = connectedAt !== undefined && error instanceof Error && error.message === 'Query read timeout';
      return full || unanswered ? { state: 'slow', latencyMs: null } : down;
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
