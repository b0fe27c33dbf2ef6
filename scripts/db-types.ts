import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../server/platform/db/migrate.ts';
import { openEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';

/** Writes the types of the tables from a freshly migrated database; with --verify only compares. */
const root = path.resolve(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-db-types-'));
const watchdog = startWatchdog();
const postgres = await openEmbeddedPostgres({
  dataDir,
  runAs: 'auto',
  watchdog,
  durable: false,
  onLine: () => undefined,
});
const part = await postgres.launch();
try {
  await migrate(postgres.databaseUrl);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      path.join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
      '--dialect=postgres',
      `--url=${postgres.databaseUrl}`,
      `--out-file=${path.join(root, 'server', 'platform', 'db', 'schema.ts')}`,
      ...process.argv.slice(2),
    ],
    { cwd: root },
  );
  console.log(`${stdout}${stderr}`.trim());
} finally {
  await part.stop();
  watchdog.close();
  await rm(dataDir, { recursive: true, force: true });
}
