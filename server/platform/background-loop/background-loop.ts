import type { LoopName } from '@lectern/contract/features/health.ts';
import type { Logger } from 'pino';
import { type Db, isDatabaseDown } from '../db/database.ts';
import { backOffMs } from './back-off.ts';
import { type DueCondition, isDue } from './due-check.ts';
import type { LoopState } from './loop-rows.ts';
import { LoopStates } from './loop-states.ts';

/** For loops that continue after an item fails: the number of items that succeeded and the last failure. */
export type ItemRun = { done: number; failure: unknown };

type LoopOptions = {
  name: LoopName;
  everyMs: number;
  /** Delay before the first run; 0 by default. */
  firstAfterMs?: number;
  db: Db;
  logger: Logger;
  /** Skips runs while it is false. */
  due?(): DueCondition;
  run(signal: AbortSignal): Promise<ItemRun | undefined>;
};

export const failuresUntilFailing = 3;
/** How long a failed item counts if it disappears without a success. */
const itemFailureLifeMs = 3_600_000;

/**
 * Runs something repeatedly, never twice at once. Failed runs are retried with growing pauses; the state is stored in
 * the database for the health page and the tasks.
 */
export class BackgroundLoop {
  readonly #options: LoopOptions;
  #state: LoopState = {
    failures: 0,
    failing: false,
    failingSince: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    message: null,
  };
  #phase: 'new' | 'running' | 'ended' = 'new';
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> | undefined;
  /** True if an item caused the last failure, in which case an idle run does not prove recovery. */
  #itemFailed = false;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#phase === 'running';
  }

  /** True after `stop`; before the first start neither `ended` nor `running` is true. */
  get ended(): boolean {
    return this.#phase === 'ended';
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    if (this.running) return;
    this.#phase = 'running';
    this.#stopping = new AbortController();
    this.#schedule(this.#options.firstAfterMs ?? 0);
    this.#save();
  }

  /** Resolves when the current run is over. A failing loop keeps its row, for the process that takes over. */
  async stop(): Promise<void> {
    this.#phase = 'ended';
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#current;
    await LoopStates.of(this.#options.db).remove(this.#options.name);
  }

  /** Resolves when the current state is in the database. */
  async flush(): Promise<void> {
    await LoopStates.of(this.#options.db).flush();
  }

  #schedule(afterMs: number): void {
    if (this.#phase !== 'running') return;
    this.#timer = setTimeout(() => {
      this.#current = this.#runOnce().then((pauseMs) => this.#schedule(pauseMs));
    }, afterMs);
  }

  /** Returns the pause in ms before the next run. */
  async #runOnce(): Promise<number> {
    const { run, due, db, everyMs } = this.#options;
    try {
      const items = !due || (await isDue(db, due())) ? await run(this.signal) : { done: 0, failure: undefined };
      if (items && items.done === 0 && items.failure !== undefined) return this.#failed(items.failure, true);
      const isIdle = items?.done === 0;
      if (!(isIdle && this.#itemFailed && this.#isItemFailureRecent())) this.#succeeded();
      // Loops with a condition wake together, so they can ask together.
      return due ? everyMs - (Date.now() % everyMs) : everyMs;
    } catch (error) {
      // An aborted run may fail in any way, so its error is ignored.
      return this.#stopping.signal.aborted ? everyMs : this.#failed(error, false);
    }
  }

  #isItemFailureRecent(): boolean {
    const { lastFailureAt } = this.#state;
    return lastFailureAt !== null && Date.now() - lastFailureAt.getTime() < itemFailureLifeMs;
  }

  #failed(error: unknown, byItem: boolean): number {
    const { name, logger } = this.#options;
    const now = new Date();
    const failures = this.#state.failures + 1;
    // Without the database every loop fails, and the health page reports that once.
    const failing = failures >= failuresUntilFailing && !isDatabaseDown(error);
    if (failures === 1) logger.warn({ err: error, loop: name }, 'background loop failed, retrying');
    else if (failing && !this.#state.failing)
      logger.error({ err: error, loop: name, failures }, 'background loop keeps failing');
    this.#itemFailed = byItem;
    this.#state = {
      failures,
      failing,
      failingSince: this.#state.failingSince ?? now,
      lastSuccessAt: this.#state.lastSuccessAt,
      lastFailureAt: now,
      message: describeFailure(error),
    };
    this.#save();
    return backOffMs(failures);
  }

  #succeeded(): void {
    const { failures } = this.#state;
    this.#itemFailed = false;
    const recovered = { failures: 0, failing: false, failingSince: null, message: null };
    this.#state = { ...this.#state, ...recovered, lastSuccessAt: new Date() };
    this.#save({ isQuiet: failures === 0 });
    if (failures > 0) this.#options.logger.info({ loop: this.#options.name, failures }, 'background loop recovered');
  }

  #save({ isQuiet = false } = {}): void {
    const { db, name, logger } = this.#options;
    LoopStates.of(db).set(name, this.#state, logger, { isQuiet });
  }
}

const mostCharacters = 200;

/**
 * SQLSTATE classes whose messages may name tables, columns and limits but never contain values: connections, locks,
 * names, resources.
 */
const harmlessClasses = new Set(['08', '25', '40', '42', '53', '55', '57', '58']);

type Coded = { code?: unknown; severity?: unknown; constraint?: unknown; table?: unknown; column?: unknown };

/** What administrators may read about an error: enough to act on, without values from queries, addresses or secrets. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  const { code, severity, constraint, table, column } = error as Coded;
  if (typeof code === 'string' && typeof severity === 'string') {
    if (harmlessClasses.has(code.slice(0, 2))) return cut(`${firstLine(error.message)} (SQL ${code})`);
    const place = [table, column, constraint].filter((part) => typeof part === 'string').join(', ');
    return cut(`SQL ${code}${place && ` (${place})`}`);
  }
  const kind = typeof code === 'string' ? code : error.name;
  return cut(`${kind}: ${withoutValues(firstLine(error.message))}`);
}

function withoutValues(message: string): string {
  return message
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replaceAll(/(["'`“‘]).*?["'`”’]/g, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/[\w+/=-]{20,}/g, '…');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}
