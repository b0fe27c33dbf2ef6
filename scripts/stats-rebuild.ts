import { parseArgs } from 'node:util';
import { compareSums, rebuildSums } from '../server/features/statistics/fold/rebuild.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { withDatabase } from './with-database.ts';

/**
 * Counts the sums of the statistics anew from the events that are kept, while Lectern runs or not; cut off, it goes on where
 * it was. With --verify it only compares, and exits with 1 where a sum is not what the events say.
 */
const { values } = parseArgs({ options: { verify: { type: 'boolean', default: false } } });

const { timeZone, ...config } = readConfig(process.env);
const tell = (line: string) => console.log(line);
process.exitCode = await withDatabase({ timeZone, ...config }, async (databaseUrl) => {
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-statistics', poolSize: 2 });
  try {
    if (!values.verify) {
      const days = await rebuildSums({ db, timeZone, tell });
      console.log(`${days} days are counted anew.`);
      return 0;
    }
    const differences = await compareSums({ db, timeZone });
    for (const { table, of, rows } of differences) console.log(`${table} of ${of}: ${rows} rows differ`);
    console.log(differences.length === 0 ? 'Every sum is what the events say.' : 'Run npm run stats:rebuild.');
    return differences.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});
