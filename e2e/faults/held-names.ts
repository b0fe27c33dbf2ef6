import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Named points that transactions of the product wait at, by locks in its own database. A trigger asks for the lock of a
 * point as `lockCall` says; the product knows nothing of it.
 */
export class HeldNames<Name extends string> {
  readonly #names: readonly Name[];
  readonly #lockSpace: number;
  #client: pg.Client | undefined;

  constructor(names: readonly Name[], lockSpace: number) {
    this.#names = names;
    this.#lockSpace = lockSpace;
  }

  /** In SQL: waits while the point with this number, itself in SQL, is held. */
  lockCall(index: string): string {
    return `perform pg_advisory_xact_lock_shared(${this.#lockSpace}, ${index})`;
  }

  async hold(databaseUrl: string): Promise<void> {
    this.#client = await connected(databaseUrl);
    for (const index of this.#names.keys()) {
      await this.#client.query(`select pg_advisory_lock(${this.#lockSpace}, ${index})`);
    }
  }

  /** Until somebody waits there. */
  async reached(name: Name, patienceMs: number): Promise<void> {
    const where = `classid = ${this.#lockSpace} and objid = ${this.#names.indexOf(name)}`;
    for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(50)) {
      const found = await this.#client?.query(
        `select from pg_locks where locktype = 'advisory' and not granted and ${where}`,
      );
      if (found?.rowCount) return;
    }
    throw new Error(`Nothing came to the point ${name}`);
  }

  /** With the database dead, its locks are gone with it. */
  async release(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }
}

/** A connection whose loss is nobody's fault here. */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
