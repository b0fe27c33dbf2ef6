import { compareSums, rebuildSums } from '../server/features/statistics/rollup/rebuild.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { commandOptions } from './command-options.ts';
import { withDatabase } from './with-database.ts';

/**
 * Rebuilds statistics from stored events. Works while Lectern is running and resumes after an interruption; --verify
 * only compares and exits with 1 if any sum differs.
 */
const values = commandOptions({ verify: { type: 'boolean', default: false } });

const { timeZone, ...config } = readConfig(process.env);
const log = (line: string) => console.log(line);
process.exitCode = await withDatabase({ timeZone, ...config }, async (databaseUrl) => {
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-statistics', poolSize: 2 });
  try {
    if (!values.verify) {
      const months = await rebuildSums({ db, timeZone, log });
      console.log(`Rebuilt ${months} ${months === 1 ? 'month' : 'months'}.`);
      return 0;
    }
    const differences = await compareSums({ db, timeZone });
    for (const { table, of, rows } of differences)
      console.log(`${table}, ${of}: ${rows} ${rows === 1 ? 'row differs' : 'rows differ'}`);
    console.log(
      differences.length === 0 ? 'All statistics match their events.' : 'Run npm run stats:rebuild to fix them.',
    );
    return differences.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});
