import { parseArgs } from 'node:util';
import { everyCheck } from '../server/every-check.ts';
import { runChecks, type Verified } from '../server/features/verify/run-checks.ts';
import { type Config, readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { socketUrl } from '../server/platform/embedded-postgres/database-url.ts';
import { openEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { placePostgres } from '../server/platform/embedded-postgres/placement.ts';
import { openFileStore } from '../server/platform/storage/open-file-store.ts';
import { lockDataDirectory } from '../server/platform/supervisor/instance-lock.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';
import { reconcileTasks } from '../server/reconcile-tasks.container.ts';

/**
 * Looks whether everything that is stored is whole and counted right; exits with 1 unless all is. With --tasks, to-dos are
 * made what the states are before.
 */
const { values } = parseArgs({
  options: { checksums: { type: 'boolean', default: false }, tasks: { type: 'boolean', default: false } },
});

async function verify(config: Config, databaseUrl: string): Promise<Verified[]> {
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-verify', poolSize: 4 });
  try {
    if (values.tasks) await reconcileTasks(db);
    return await runChecks(db, openFileStore(config), { ...values, more: everyCheck });
  } finally {
    await db.destroy();
  }
}

/** The embedded database answers where Lectern runs; where it does not, it is opened for as long as this takes. */
async function withEmbedded(config: Config): Promise<Verified[]> {
  const { socketDirectory } = await placePostgres(config.dataDir, config.postgresRunAs);
  const databaseUrl = socketUrl({ socketDirectory, database: 'lectern', role: 'lectern' });
  if (await answers(databaseUrl)) return verify(config, databaseUrl);
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
    return await verify(config, postgres.databaseUrl);
  } finally {
    await part.stop();
    await lock.release();
    watchdog.close();
  }
}

async function answers(databaseUrl: string): Promise<boolean> {
  const { pool } = openDatabase({ databaseUrl, applicationName: 'lectern-verify', poolSize: 1 });
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

function print(verified: readonly Verified[]): void {
  const width = Math.max(...verified.map(({ what }) => what.length));
  for (const { what, count, examples } of verified) {
    console.log(
      `${what.padEnd(width)}  ${String(count).padStart(8)}${count > 0 ? `  such as ${examples.join(', ')}` : ''}`,
    );
  }
}

const config = readConfig(process.env);
const verified = config.databaseUrl ? await verify(config, config.databaseUrl) : await withEmbedded(config);
print(verified);
const wrong = verified.filter(({ count }) => count > 0).length;
console.log(wrong === 0 ? 'Everything is as it should be.' : `${wrong} of ${verified.length} checks found something.`);
process.exitCode = wrong === 0 ? 0 : 1;
