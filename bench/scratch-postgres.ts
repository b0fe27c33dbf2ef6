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
  /** A migrated database of its own. */
  createDatabase(name: string): Promise<string>;
  /** One that is filled, or was in an earlier run that kept it. Whoever fills it leaves no connection open. */
  filledDatabase(name: string, fill: (databaseUrl: string) => Promise<void>): Promise<string>;
  dataDir: string;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL of its own with the settings that the product runs with: in a scratch directory, or in one that is kept, so that
 * what took an hour to fill is measured again.
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
        // It gets its name when it is full: a run that was stopped begins anew.
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
