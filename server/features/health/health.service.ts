import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthReport, LoopReport } from '@lectern/contract/features/health.ts';
import type { MailServerReport } from '@lectern/contract/features/mail-server.ts';
import { installCommand } from '../../engines/probe/engine-catalogue.ts';
import type { EngineState } from '../../engines/probe/probe-engines.ts';
import type { SandboxLevel, WithoutSandbox } from '../../engines/sandbox/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { listLoops } from '../../platform/background-loop/loop-rows.ts';
import type { Db } from '../../platform/db/database.ts';
import { workerAliveMs } from '../../platform/queue/worker-presence.ts';
import { freeSpaceFloor } from '../../platform/storage/storage-full.ts';
import type { DatabaseCheck } from './database-probe.ts';
import {
  engineProblems,
  mailProblems,
  type NotInTime,
  notInTime,
  type Problem,
  problemsOf,
  sandboxProblems,
  stateOf,
  summariseLoops,
} from './health.policy.ts';
import { type DatabaseFacts, getDatabaseFacts, getQueueVitals, type QueueVitals } from './health.repository.ts';

type HealthOptions = {
  db: Db;
  checkDatabase: () => Promise<DatabaseCheck>;
  fileStore: { space(): Promise<{ freeBytes: number; totalBytes: number } | null> };
  probeEngines: () => Promise<EngineState[]>;
  sandbox: { level(): Promise<SandboxLevel>; decision: WithoutSandbox };
  /** The last known state of the mail server; doesn't contact it. */
  mailServer: () => Promise<MailServerReport>;
  gauge: EventLoopGauge;
  dataDir: string;
  /** PostgreSQL runs as part of Lectern instead of being the operator's own. */
  embedded: boolean;
  version: string;
  /** How long one part of the system may delay a report, in milliseconds. */
  patienceMs?: number;
};

type Vitals = {
  database: DatabaseCheck;
  queue: QueueVitals | null;
  disk: { freeBytes: number; totalBytes: number } | null;
  loops: LoopReport[] | null;
  sandbox: SandboxLevel;
  problems: Problem[];
};

export const usualPatienceMs = 1_500;
const databaseLifetimeMs = 2_000;
const vitalsLifetimeMs = 5_000;
const reportLifetimeMs = 10_000;
const enginesLifetimeMs = 5 * 60_000;

export class HealthService {
  readonly #options: HealthOptions;
  readonly #database: CachedValue<DatabaseCheck>;
  readonly #vitals = new CachedValue(vitalsLifetimeMs, () => this.#measure());
  readonly #engines: CachedValue<EngineState[]>;
  readonly #report = new CachedValue(reportLifetimeMs, () => this.#compose());
  readonly #startedAt = new Date();

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#database = new CachedValue(databaseLifetimeMs, options.checkDatabase);
    this.#engines = new CachedValue(enginesLifetimeMs, options.probeEngines);
  }

  /** Must be cheap because it is public. */
  async state(): Promise<'ok' | 'degraded'> {
    const state = stateOf((await this.#vitals.get()).problems);
    if (state === 'down') throw notReady();
    return state;
  }

  /** Without a worker or with little disk space this process still serves requests; without the database it can't. */
  async readiness(): Promise<'ready' | 'slow'> {
    const { state } = await this.#database.get();
    if (state === 'down') throw notReady();
    return state === 'slow' ? 'slow' : 'ready';
  }

  async report(wanted: { fresh: boolean }): Promise<HealthReport> {
    if (!wanted.fresh) return this.#report.get();
    await this.#database.fresh();
    await Promise.all([this.#engines.fresh(), this.#vitals.fresh()]);
    return this.#report.fresh();
  }

  async #measure(): Promise<Vitals> {
    const { db, fileStore, dataDir, sandbox } = this.#options;
    const [database, queue, disk, loops, level] = await Promise.all([
      this.#database.get(),
      this.#inTime(getQueueVitals(db, workerAliveMs)),
      this.#inTime(fileStore.space()),
      this.#inTime(listLoops(db).then(summariseLoops)),
      sandbox.level(),
    ]);
    const problems = problemsOf({
      database: database.state,
      disk: isKnown(disk) ? { ...disk, path: dataDir, floorBytes: freeSpaceFloor(disk.totalBytes) } : disk,
      queue,
      loops,
      now: new Date(),
    });
    problems.push(...sandboxProblems(level, sandbox.decision));
    return { database, queue: known(queue), disk: known(disk), loops: known(loops), sandbox: level, problems };
  }

  async #compose(): Promise<HealthReport> {
    const { db, dataDir, embedded, gauge, version, mailServer } = this.#options;
    const [vitals, measured, engines, asked] = await Promise.all([
      this.#vitals.get(),
      this.#inTime<DatabaseFacts>(getDatabaseFacts(db)),
      this.#engines.get(),
      this.#inTime(mailServer()),
    ]);
    const mail = known(asked);
    const facts = known(measured);
    return {
      state: stateOf(vitals.problems),
      checkedAt: new Date().toISOString(),
      problems: [...vitals.problems, ...engineProblems(engines, installCommand), ...mailProblems(mail)].sort(
        worstFirst,
      ),
      versions: {
        lectern: version,
        node: process.versions.node,
        postgres: facts?.postgres ?? null,
        schema: facts?.schema ?? null,
      },
      process: {
        startedAt: this.#startedAt.toISOString(),
        memoryBytes: process.memoryUsage.rss(),
        eventLoopDelayMs: gauge.read(),
      },
      database: {
        state: vitals.database.state,
        embedded,
        latencyMs: vitals.database.latencyMs,
        sizeBytes: facts?.sizeBytes ?? null,
        connections: facts?.connections ?? null,
      },
      disk: {
        path: dataDir,
        freeBytes: vitals.disk?.freeBytes ?? 0,
        totalBytes: vitals.disk?.totalBytes ?? 0,
        usedByFilesBytes: facts?.usedByFilesBytes ?? 0,
      },
      queue: vitals.queue,
      engines: engines.map(({ packages: _, ...engine }) => engine),
      sandbox: vitals.sandbox,
      mail,
      loops: vitals.loops,
    };
  }

  /** Null for failures and `notInTime` for slow answers, so that a problem can't block its own report. */
  async #inTime<T>(work: Promise<T>): Promise<T | NotInTime | null> {
    const late = new AbortController();
    const limitMs = this.#options.patienceMs ?? usualPatienceMs;
    const limit = sleep<NotInTime>(limitMs, notInTime, { signal: late.signal }).catch((): NotInTime => notInTime);
    try {
      return await Promise.race([work.catch(() => null), limit]);
    } finally {
      late.abort();
    }
  }
}

/** Reveals only the state, because it is public. */
function notReady(): AppError {
  return new AppError('notReady', { details: { state: 'down' }, retryAfterSeconds: 5 });
}

function isKnown<T>(measured: T | NotInTime | null): measured is T {
  return measured !== null && measured !== notInTime;
}

function known<T>(measured: T | NotInTime | null): T | null {
  return isKnown(measured) ? measured : null;
}

function worstFirst(left: Problem, right: Problem): number {
  return Number(right.severity === 'bad') - Number(left.severity === 'bad');
}

/** Each measurement wakes the process, so ten a second must do. */
const resolutionMs = 100;

/** Event loop delay since the last read, as the 99th percentile in milliseconds. */
export class EventLoopGauge {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });

  start(): void {
    this.#histogram.enable();
  }

  read(): number {
    const delayMs = this.#histogram.percentile(99) / 1e6 - resolutionMs;
    this.#histogram.reset();
    return Number.isFinite(delayMs) ? Math.max(0, Math.round(delayMs * 10) / 10) : 0;
  }

  stop(): void {
    this.#histogram.disable();
  }
}

/** Caches a value; concurrent callers share one read. */
class CachedValue<T> {
  readonly #lifetimeMs: number;
  readonly #load: () => Promise<T>;
  #kept: { value: T; until: number } | undefined;
  #loading: Promise<T> | undefined;

  constructor(lifetimeMs: number, load: () => Promise<T>) {
    this.#lifetimeMs = lifetimeMs;
    this.#load = load;
  }

  async get(): Promise<T> {
    if (this.#kept && this.#kept.until > performance.now()) return this.#kept.value;
    return this.fresh();
  }

  fresh(): Promise<T> {
    this.#loading ??= this.#load()
      .then((value) => {
        this.#kept = { value, until: performance.now() + this.#lifetimeMs };
        return value;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }
}
