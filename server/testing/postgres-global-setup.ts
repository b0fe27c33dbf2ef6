import { mkdtemp, readdir, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { applicationRole, socketUrl, superuserRole } from '../platform/embedded-postgres/database-url.ts';
import { discardEmbeddedPostgres, openEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { bossSchema } from '../platform/queue/fair-turns.ts';
import { isAlive } from '../platform/supervisor/end-process.ts';
import { startWatchdog } from '../platform/supervisor/watchdog.ts';
import { templateDatabase } from './template-database.ts';

const folderPrefix = 'lectern-test-postgres-';
const sharedMemory = '/dev/shm';
const clusterBytes = 2 * 1024 ** 3;

/** One PostgreSQL server for the whole run; every test file copies the template database that is migrated here once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepFoldersOfCrashedRuns();
  const dataDir = await mkdtemp(path.join(await clusterParent(), `${folderPrefix}${process.pid}-`));
  // Stops PostgreSQL even if this run is killed.
  const watchdog = startWatchdog();
  const lines: string[] = [];
  const postgres = await openEmbeddedPostgres({
    dataDir,
    runAs: 'auto',
    watchdog,
    durable: false,
    onLine: (line) => lines.push(line),
  });
  const part = await postgres.launch();
  const { socketDirectory, secret } = postgres.placement;
  const access = { socketDirectory, secret };

  const admin = new pg.Client({
    connectionString: socketUrl({ ...access, database: 'postgres', role: superuserRole }),
  });
  await admin.connect();
  await admin.query(`create database ${templateDatabase} owner ${applicationRole}`);
  await admin.end();
  const templateUrl = socketUrl({ ...access, database: templateDatabase, role: applicationRole });
  await migrate(templateUrl);
  await installQueue(templateUrl);
  project.provide('postgresAccess', access);

  return async () => {
    await part.stop();
    watchdog.close();
    await discardEmbeddedPostgres(dataDir);
  };
}

/** In memory where there is room: on disk, creating the 1,200 files of a test database takes ten times the CPU. */
async function clusterParent(): Promise<string> {
  const room = await statfs(sharedMemory).catch(() => undefined);
  return room && room.bavail * room.bsize > clusterBytes ? sharedMemory : os.tmpdir();
}

async function sweepFoldersOfCrashedRuns(): Promise<void> {
  for (const parent of [os.tmpdir(), sharedMemory]) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (!name.startsWith(folderPrefix)) continue;
      const owner = Number.parseInt(name.slice(folderPrefix.length), 10);
      if (isAlive(owner)) continue;
      // Folders of other accounts can't be removed.
      await discardEmbeddedPostgres(path.join(parent, name)).catch(() => undefined);
    }
  }
}

/** Creating the queue's tables takes a second, so they are part of the template. */
async function installQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: bossSchema, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
