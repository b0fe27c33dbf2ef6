import { setTimeout as sleep } from 'node:timers/promises';
import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import pg from 'pg';

/** `queued`: a worker is about to take it. `running`: its engine is at work. `saving`: all is written, nothing committed. */
export const phases = ['queued', 'running', 'saving'] as const;
export type Phase = (typeof phases)[number];

const lockSpace = 7332;

/** What a file is called whose step is to be held. */
export function heldName(kind: StepKind, phase: Phase, tag: string): string {
  return `hold-${kind}-${phase}-${tag}`;
}

/** Holds steps of the machine at a point by locks in the product's own database, so that a part can be killed just there. */
export class StepHolds {
  readonly #databaseUrl: string;
  #client: pg.Client | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  static async install(databaseUrl: string): Promise<void> {
    const client = await connected(databaseUrl);
    const kinds = stepKinds.map((kind) => `'${kind}'`).join(', ');
    await client.query(`create function fault_hold_step() returns trigger language plpgsql as $$
      declare title text := (select resources.title from resources where id = new.resource_id);
      begin
        if (new.state = 'running' and title like 'hold-' || new.kind || '-queued-%')
          or (new.state = 'done' and title like 'hold-' || new.kind || '-saving-%') then
          perform pg_advisory_xact_lock_shared(${lockSpace}, array_position(array[${kinds}], new.kind) - 1);
        end if;
        return new;
      end $$`);
    await client.query(`create trigger fault_step before update on jobs for each row
      when (new.version_id is not null and old.state <> new.state) execute function fault_hold_step()`);
    await client.end();
  }

  async hold(): Promise<void> {
    this.#client = await connected(this.#databaseUrl);
    for (const index of stepKinds.keys()) await this.#client.query(`select pg_advisory_lock(${lockSpace}, ${index})`);
  }

  /** Until a step of the kind waits there. */
  async reached(kind: StepKind): Promise<void> {
    const index = stepKinds.indexOf(kind);
    for (const giveUpAt = Date.now() + 300_000; Date.now() < giveUpAt; await sleep(50)) {
      const found = await this.#client?.query(
        `select from pg_locks where locktype = 'advisory' and not granted and classid = ${lockSpace} and objid = ${index}`,
      );
      if (found?.rowCount) return;
    }
    throw new Error(`No step ${kind} came to the point`);
  }

  /** With the database dead, its locks are gone with it. */
  async release(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
