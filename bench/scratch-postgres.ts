import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../server/platform/db/migrate.ts';
import { applicationRole, socketUrl, superuserRole } from '../server/platform/embedded-postgres/database-url.ts';
import {
  discardEmbeddedPostgres,
  openEmbeddedPostgres,
} from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';

export type ScratchPostgres = {
  /** Creates a migrated database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Creates and fills a database, or reuses one kept by an earlier run. `fill` must close all its connections. */
  filledDatabase(name: string, fill: (databaseUrl: string) => Promise<void>): Promise<string>;
  dataDir: string;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL with the product's settings in a scratch directory, or in `keep`, so that a database that took
 * an hour to fill can be measured again.
 */
export async function startScratchPostgres({ keep }: { keep?: string } = {}): Promise<ScratchPostgres> {
  const dataDir = keep ? path.resolve(keep) : await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-'));
  if (keep) await mkdir(dataDir, { recursive: true });
  const watchdog = startWatchdog();
  const postgres = await openEmbeddedPostgres({ dataDir, runAs: 'auto', watchdog, onLine: () => undefined });
  const part = await postgres.launch();
  const { placement } = postgres;
  const urlOf = (database: string) => socketUrl({ ...placement, database, role: applicationRole });
  const administer = async (statement: string) => {
    const admin = new pg.Client({
      connectionString: socketUrl({ ...placement, database: 'postgres', role: superuserRole }),
    });
    await admin.connect();
    try {
      return await admin.query(statement);
    } finally {
      await admin.end();
    }
  };
  const createDatabase = async (name: string) => {
    await administer(`create database ${name} owner ${applicationRole}`);
    await migrate(urlOf(name));
    return urlOf(name);
  };
  return {
    dataDir,
    createDatabase,
    filledDatabase: async (name, fill) => {
      const { rowCount } = await administer(`select from pg_database where datname = '${name}'`);
      if (rowCount === 0) {
        // Gets its final name only once it is full, so an interrupted run starts over.
        await administer(`drop database if exists ${name}_filling`);
        await fill(await createDatabase(`${name}_filling`));
        await administer(`alter database ${name}_filling rename to ${name}`);
      }
      await migrate(urlOf(name));
      return urlOf(name);
    },
    stop: async () => {
      await part.stop();
      watchdog.close();
      if (!keep) await discardEmbeddedPostgres(dataDir);
    },
  };
}
