import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../server/platform/db/migrate.ts';
import { applicationRole, socketUrl } from '../server/platform/embedded-postgres/database-url.ts';
import {
  discardEmbeddedPostgres,
  openEmbeddedPostgres,
} from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';

export type ScratchPostgres = {
  /** A migrated database of its own. */
  createDatabase(name: string): Promise<string>;
  dataDir: string;
  stop(): Promise<void>;
};

/** A PostgreSQL of its own in a scratch directory, with the settings that the product runs with. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-'));
  const watchdog = startWatchdog();
  const postgres = await openEmbeddedPostgres({ dataDir, runAs: 'auto', watchdog, onLine: () => undefined });
  const part = await postgres.launch();
  return {
    dataDir,
    createDatabase: async (name) => {
      const { socketDirectory } = postgres.placement;
      const admin = new pg.Client({
        connectionString: socketUrl({ socketDirectory, database: 'postgres', role: 'postgres' }),
      });
      await admin.connect();
      await admin.query(`create database ${name} owner ${applicationRole}`);
      await admin.end();
      const databaseUrl = socketUrl({ socketDirectory, database: name, role: applicationRole });
      await migrate(databaseUrl);
      return databaseUrl;
    },
    stop: async () => {
      await part.stop();
      watchdog.close();
      await discardEmbeddedPostgres(dataDir);
    },
  };
}
