import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Named points at which the product's transactions can be held, using advisory locks in its database. Triggers take a
 * point's lock through `lockCall`, so the product itself is unaware.
 */
export class HeldNames<Name extends string> {
  readonly #names: readonly Name[];
  readonly #lockSpace: number;
  #client: pg.Client | undefined;

  constructor(names: readonly Name[], lockSpace: number) {
    this.#names = names;
    this.#lockSpace = lockSpace;
  }

  /** SQL that waits while the point is held. `index` is an SQL expression for the point's number. */
  lockCall(index: string): string {
    return `perform pg_advisory_xact_lock_shared(${this.#lockSpace}, ${index})`;
  }

  async hold(databaseUrl: string): Promise<void> {
    this.#client = await connected(databaseUrl);
    for (const index of this.#names.keys()) {
      await this.#client.query(`select pg_advisory_lock(${this.#lockSpace}, ${index})`);
    }
  }

  /** Waits until a transaction is blocked at this point. */
  async reached(name: Name, patienceMs: number): Promise<void> {
    const where = `classid = ${this.#lockSpace} and objid = ${this.#names.indexOf(name)}`;
    for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(50)) {
      const found = await this.#client?.query(
        `select from pg_locks where locktype = 'advisory' and not granted and ${where}`,
      );
      if (found?.rowCount) return;
    }
    throw new Error(`Nothing reached ${name}`);
  }

  /** Ignores errors, because a killed database has already dropped its locks. */
  async release(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }
}

/** A connection that tolerates being dropped, because faults kill the database. */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
