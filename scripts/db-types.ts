import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../server/platform/db/migrate.ts';
import {
  discardEmbeddedPostgres,
  openEmbeddedPostgres,
} from '../server/platform/embedded-postgres/embedded-postgres.ts';
import { startWatchdog } from '../server/platform/supervisor/watchdog.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Generates table types from a freshly migrated database; --verify only compares. */
async function generateTypes(databaseUrl: string): Promise<number> {
  const args = [
    path.join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
    '--dialect=postgres',
    // Matches the database connection: counts, sizes and log ids stay far below 2^53.
    '--type-mapping={"int8":"number"}',
    `--url=${databaseUrl}`,
    `--out-file=${path.join(root, 'server', 'platform', 'db', 'schema.ts')}`,
    ...process.argv.slice(2),
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

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
  process.exitCode = await generateTypes(postgres.databaseUrl);
} finally {
  await part.stop();
  watchdog.close();
  await discardEmbeddedPostgres(dataDir);
}
