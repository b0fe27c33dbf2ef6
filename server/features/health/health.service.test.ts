import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { healthReport } from '@lectern/contract/features/health.ts';
import type { MailServerReport } from '@lectern/contract/features/mail-server.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EngineState } from '../../engines/probe/probe-engines.ts';
import type { AppError } from '../../platform/app-error.ts';
import { type Db, openDatabase } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { DiskFileStore } from '../../platform/storage/disk-file-store.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { DatabaseProbe } from './database-probe.ts';
import { EventLoopGauge, HealthService } from './health.service.ts';

vi.setConfig({ testTimeout: 120_000 });

const engine: EngineState = {
  name: 'FFmpeg',
  found: true,
  version: '5.1',
  install: null,
  packages: [],
};
let database: TestDatabase;
let db: Db;
let dataDir: string;
let health: HealthService;
let queries: string[];
const probeEngines = vi.fn(async () => [engine]);
/** Longer than a running database ever takes, even on a busy machine. */
const probeLimits = { patienceMs: 30_000, connectTimeoutMs: 30_000 };
const mailServer = async (): Promise<MailServerReport> => ({
  state: 'none',
  host: null,
  from: null,
  problem: null,
  since: null,
  resumeAt: null,
  waiting: 0,
});

function serviceWith(changes: Partial<ConstructorParameters<typeof HealthService>[0]> = {}): HealthService {
  const probe = new DatabaseProbe({ ...probeLimits, databaseUrl: database.databaseUrl });
  return new HealthService({
    db,
    checkDatabase: () => probe.check(),
    fileStore: new DiskFileStore(path.join(dataDir, 'files')),
    probeEngines,
    sandbox: { level: async () => 'landlock', decision: 'refuse' },
    mailServer,
    gauge: new EventLoopGauge(),
    dataDir,
    embedded: true,
    version: '1.2.3',
    patienceMs: 30_000,
    ...changes,
  });
}

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-health-'));
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 4 }));
  queries = [];
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    queries.push(String(given[0]));
    return Reflect.apply(query, this, given);
  });
  probeEngines.mockClear();
  const gauge = new EventLoopGauge();
  gauge.start();
  health = serviceWith({ gauge });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function seeWorker(agoMs: number): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id: newId(), name: `host:${agoMs}`, last_seen_at: new Date(Date.now() - agoMs) })
    .execute();
}

describe('the open state', () => {
  test('is degraded when the only worker was last seen long ago', async () => {
    await seeWorker(120_000);
    expect(await health.state()).toBe('degraded');
  });

  test('asks the database once for a thousand callers', async () => {
    await seeWorker(0);
    queries.length = 0;
    const states = await Promise.all(Array.from({ length: 500 }, () => health.state()));
    for (let index = 0; index < 500; index += 1) states.push(await health.state());
    expect(new Set(states)).toEqual(new Set(['ok']));
    expect(queries.length).toBeLessThanOrEqual(6);
    expect(probeEngines).not.toHaveBeenCalled();
  });

  test('is refused as not ready when the database is gone, and says nothing else', async () => {
    await database.drop();
    for (const ask of [() => health.state(), () => health.readiness()]) {
      const refusal = await ask().catch((error: unknown) => error as AppError);
      expect(refusal).toMatchObject({ code: 'notReady' });
      expect((refusal as AppError).detailsIn('en')).toEqual({ state: 'down' });
    }
  });

  test('is ready while every connection of the pool is taken', async () => {
    const held = await Promise.all(Array.from({ length: 4 }, () => db.startTransaction().execute()));
    await Promise.all(held.map((transaction) => sql`select 1`.execute(transaction)));
    expect(await health.readiness()).toBe('ready');
    await Promise.all(held.map((transaction) => transaction.rollback().execute()));
  });
});

describe('the report', () => {
  test('reports slow measurements as unknown, without claiming a missing worker or folder', async () => {
    await seeWorker(0);
    const never = new Promise<never>(() => undefined);
    class SlowDisk extends DiskFileStore {
      override space() {
        return never;
      }
    }
    const slow = serviceWith({ fileStore: new SlowDisk(path.join(dataDir, 'files')), patienceMs: 1_000 });
    const holding = await db.startTransaction().execute();
    await sql`lock table workers in access exclusive mode`.execute(holding);
    const report = healthReport.parse(await slow.report({ fresh: true }));
    await holding.rollback().execute();
    expect(report.queue).toBeNull();
    expect(report.problems.map(({ code }) => code).sort()).toEqual(['filesNotMeasured', 'queueNotMeasured']);
    expect(report.state).toBe('ok');
  });

  test('reports versions, database, disk, queue, workers and engines as declared', async () => {
    await seeWorker(0);
    await seeWorker(3_600_000);
    await db
      .insertInto('jobs')
      .values([
        { id: newId(), kind: 'supportBundle', queued_at: new Date(Date.now() - 3_600_000) },
        { id: newId(), kind: 'supportBundle', state: 'running' },
        { id: newId(), kind: 'supportBundle', state: 'failed', finished_at: new Date() },
        { id: newId(), kind: 'supportBundle', state: 'failed', finished_at: new Date(Date.now() - 2 * 86_400_000) },
      ])
      .execute();
    const report = healthReport.parse(await health.report({ fresh: false }));
    expect(report).toMatchObject({
      state: 'degraded',
      versions: { lectern: '1.2.3', node: process.versions.node, schema: expect.stringMatching(/^\d{3}-.*\.sql$/) },
      database: { state: 'up', embedded: true },
      queue: { waiting: 1, running: 1, failedLastDay: 1, workers: [{ name: 'host:0' }] },
      engines: [{ name: 'FFmpeg', found: true, version: '5.1' }],
      sandbox: 'landlock',
    });
    expect(report.problems.map((problem) => problem.severity)).toEqual(['bad', 'warn']);
    expect(report.versions.postgres).toMatch(/^\d+/);
    expect(report.database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(report.database.connections).toBeGreaterThan(0);
    expect(report.disk.totalBytes).toBeGreaterThan(report.disk.freeBytes);
  });

  test('is cached briefly and refreshed once for parallel requests', async () => {
    const first = await health.report({ fresh: false });
    expect(await health.report({ fresh: false })).toBe(first);
    expect(probeEngines).toHaveBeenCalledTimes(1);
    const fresh = await Promise.all(Array.from({ length: 20 }, () => health.report({ fresh: true })));
    expect(new Set(fresh).size).toBe(1);
    expect(fresh[0]).not.toBe(first);
    expect(probeEngines).toHaveBeenCalledTimes(2);
  });

  test('responds without the database, with what is known', async () => {
    await database.drop();
    const report = healthReport.parse(await health.report({ fresh: false }));
    expect(report).toMatchObject({
      state: 'down',
      versions: { postgres: null },
      database: { state: 'down', latencyMs: null, sizeBytes: null, connections: null },
    });
    expect(report.problems[0]?.code).toBe('databaseDown');
    expect(report.engines).toHaveLength(1);
  });

  test('recovers when the database is back', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db)
      .catch(() => undefined);
    await eventually(async () => expect((await health.report({ fresh: true })).database.state).toBe('up'));
  });
});
