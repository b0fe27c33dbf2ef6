import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { JobDefinition } from './job-definition.ts';

type Parts = {
  db: Db;
  boss: PgBoss;
  definitions: readonly JobDefinition[];
  /** Has one more of the kind taken at the same time. */
  take(definition: JobDefinition): Promise<void>;
};

/** Takes jobs of every kind but those that somebody paused. What runs when its kind is paused comes to its end. */
export class PausedKinds {
  readonly #parts: Parts;
  /** One that stops is taken up again only after its last job has ended, so that never too many run. */
  readonly #idle = new Map<string, 'stopping' | 'stopped'>();
  #isLooking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const paused = await this.#read();
    for (const definition of this.#parts.definitions) {
      if (paused.has(definition.kind)) this.#idle.set(definition.kind, 'stopped');
      else await this.#take(definition);
    }
  }

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const paused = await this.#read();
      for (const definition of this.#parts.definitions) await this.#follow(definition, paused.has(definition.kind));
    } finally {
      this.#isLooking = false;
    }
  }

  async #follow(definition: JobDefinition, isPaused: boolean): Promise<void> {
    const { kind } = definition;
    const idle = this.#idle.get(kind);
    if (isPaused && !idle) this.#stop(kind);
    if (isPaused || idle !== 'stopped') return;
    this.#idle.delete(kind);
    await this.#take(definition);
  }

  #stop(kind: string): void {
    this.#idle.set(kind, 'stopping');
    const stopped = () => void this.#idle.set(kind, 'stopped');
    this.#parts.boss.offWork(kind, { wait: true }).then(stopped, stopped);
  }

  async #take(definition: JobDefinition): Promise<void> {
    for (let index = 0; index < definition.concurrency; index += 1) await this.#parts.take(definition);
  }

  async #read(): Promise<Set<string>> {
    const rows = await this.#parts.db.selectFrom('paused_queues').select('kind').execute();
    return new Set(rows.map((row) => row.kind));
  }
}
