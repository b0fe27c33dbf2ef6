import type { Config } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { applicationDatabase, applicationRole, socketUrl } from '../server/platform/embedded-postgres/database-url.ts';
import { openEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { placePostgres } from '../server/platform/embedded-postgres/placement.ts';
import { lockDataDirectory } from '../server/platform/supervisor/instance-lock.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';

/** Uses the embedded database if Lectern is running; otherwise starts it for the duration of the work. */
export async function withDatabase<Done>(config: Config, work: (databaseUrl: string) => Promise<Done>): Promise<Done> {
  if (config.databaseUrl) return work(config.databaseUrl);
  const placement = await placePostgres(config.dataDir, config.postgresRunAs);
  const databaseUrl = socketUrl({ ...placement, database: applicationDatabase, role: applicationRole });
  if (await answers(databaseUrl)) return work(databaseUrl);
  const watchdog = startWatchdog();
  const lock = await lockDataDirectory(config.dataDir, watchdog.pid);
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    runAs: config.postgresRunAs,
    watchdog,
    onLine: () => undefined,
  });
  const part = await postgres.launch();
  try {
    return await work(postgres.databaseUrl);
  } finally {
    await part.stop();
    await lock.release();
    watchdog.close();
  }
}

async function answers(databaseUrl: string): Promise<boolean> {
  const { pool } = openDatabase({ databaseUrl, applicationName: 'lectern-command', poolSize: 1 });
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}
