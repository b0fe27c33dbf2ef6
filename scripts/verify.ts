import { everyCheck } from '../server/features/verify/every-check.ts';
import { runChecks, type Verified } from '../server/features/verify/run-checks.ts';
import { type Config, readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { openFileStore } from '../server/platform/storage/open-file-store.ts';
import { reconcileTasks } from '../server/reconcile-tasks.ts';
import { commandOptions } from './command-options.ts';
import { withDatabase } from './with-database.ts';

/** Checks stored files and counters, and exits with 1 if any check fails. --tasks updates the tasks first. */
const values = commandOptions({
  checksums: { type: 'boolean', default: false },
  tasks: { type: 'boolean', default: false },
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

function print(verified: readonly Verified[]): void {
  const width = Math.max(...verified.map(({ what }) => what.length));
  for (const { what, count, examples } of verified) {
    console.log(
      `${what.padEnd(width)}  ${String(count).padStart(8)}${count > 0 ? `  for example ${examples.join(', ')}` : ''}`,
    );
  }
}

const config = readConfig(process.env);
const verified = await withDatabase(config, (databaseUrl) => verify(config, databaseUrl));
print(verified);
const wrong = verified.filter(({ count }) => count > 0).length;
console.log(wrong === 0 ? 'All checks passed.' : `${wrong} of ${verified.length} checks found problems.`);
process.exitCode = wrong === 0 ? 0 : 1;
