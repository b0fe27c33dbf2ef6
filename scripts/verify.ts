import { parseArgs } from 'node:util';
import { everyCheck } from '../server/every-check.ts';
import { runChecks, type Verified } from '../server/features/verify/run-checks.ts';
import { type Config, readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { openFileStore } from '../server/platform/storage/open-file-store.ts';
import { reconcileTasks } from '../server/reconcile-tasks.container.ts';
import { withDatabase } from './with-database.ts';

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

function print(verified: readonly Verified[]): void {
  const width = Math.max(...verified.map(({ what }) => what.length));
  for (const { what, count, examples } of verified) {
    console.log(
      `${what.padEnd(width)}  ${String(count).padStart(8)}${count > 0 ? `  such as ${examples.join(', ')}` : ''}`,
    );
  }
}

const config = readConfig(process.env);
const verified = await withDatabase(config, (databaseUrl) => verify(config, databaseUrl));
print(verified);
const wrong = verified.filter(({ count }) => count > 0).length;
console.log(wrong === 0 ? 'Everything is as it should be.' : `${wrong} of ${verified.length} checks found something.`);
process.exitCode = wrong === 0 ? 0 : 1;
