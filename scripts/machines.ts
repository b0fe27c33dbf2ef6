import { readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import {
  acceptSealingKey,
  deleteDataDirectory,
  listDataDirectories,
} from '../server/platform/installation/join-installation.ts';
import { commandOptions } from './command-options.ts';
import { withDatabase } from './with-database.ts';

/** Lists the machines of this installation, removes one that is gone, or accepts this machine's sealing key. */
const values = commandOptions({
  forget: { type: 'string' },
  'accept-sealing-key': { type: 'boolean', default: false },
});

const config = readConfig(process.env);
process.exitCode = await withDatabase(config, async (databaseUrl) => {
  await migrate(databaseUrl);
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-machines', poolSize: 1 });
  try {
    if (values['accept-sealing-key']) {
      await acceptSealingKey(db, config);
      console.log('Accepted this machine’s sealing key. Secrets sealed with another key can’t be read.');
    }
    if (values.forget !== undefined && !(await deleteDataDirectory(db, values.forget))) {
      console.log(`No machine with ID ${values.forget}.`);
      return 1;
    }
    for (const { id, host, path, storage, last_started_at } of await listDataDirectories(db)) {
      console.log(`${id}  ${host}  ${path}  ${storage}  last started ${last_started_at.toISOString()}`);
    }
    return 0;
  } finally {
    await db.destroy();
  }
});
