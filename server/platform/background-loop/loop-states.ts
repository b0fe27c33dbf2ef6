import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { deleteLoopState, type LoopState, saveLoopStates } from './loop-rows.ts';

const heartbeatMs = 30_000;
const keepers = new WeakMap<Db, LoopStates>();

/** The states of this process's loops, renewed in one statement so that the health page sees they are alive. */
export class LoopStates {
  readonly #db: Db;
  readonly #states = new Map<string, LoopState>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isSaveFailing = false;

  private constructor(db: Db) {
    this.#db = db;
  }

  static of(db: Db): LoopStates {
    const keeper = keepers.get(db) ?? new LoopStates(db);
    keepers.set(db, keeper);
    return keeper;
  }

  /** Saves the state, unless `isQuiet`: then the next heartbeat does. */
  set(name: string, state: LoopState, logger: Logger, { isQuiet = false } = {}): void {
    this.#states.set(name, state);
    this.#timer ??= setInterval(() => this.#save(logger), heartbeatMs).unref();
    if (!isQuiet) this.#save(logger);
  }

  /** Stops renewing the row; a failing loop's row stays for the process that takes over. */
  async remove(name: string): Promise<void> {
    const failing = this.#states.get(name)?.failing;
    this.#states.delete(name);
    if (this.#states.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await this.#saving;
    if (!failing) await deleteLoopState(this.#db, name).catch(() => undefined);
  }

  /** Resolves when the current states are in the database. */
  async flush(): Promise<void> {
    await this.#saving;
  }

  /** Writes one after the other, each with the states of its time. After an outage, the next heartbeat catches up. */
  #save(logger: Logger): void {
    if (this.#next) return;
    const next = this.#saving.then(async () => {
      this.#next = undefined;
      try {
        await saveLoopStates(this.#db, this.#states);
        this.#isSaveFailing = false;
      } catch (error) {
        if (!this.#isSaveFailing) logger.warn({ err: error }, 'could not save the states of the background loops');
        this.#isSaveFailing = true;
      }
    });
    this.#next = next;
    this.#saving = next;
  }
}
