import { buildContainer } from './app.ts';
import { endAbandonedPrograms } from './engines/sandbox/run-sandboxed.ts';
import { announceSandbox } from './engines/sandbox/sandbox-level.ts';
import { readConfig, requireDatabaseUrl } from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { joinInstallation } from './platform/installation/join-installation.ts';
import { createLogger } from './platform/logger.ts';
import { removeAbandonedFolders } from './platform/storage/local-file.ts';
import { announceReady, onStop } from './platform/supervisor/child-lifecycle.ts';
import { startProcess } from './platform/supervisor/start-process.ts';

await startProcess(async () => {
  const config = readConfig(process.env);
  const databaseUrl = requireDatabaseUrl(config);
  const logger = createLogger(config, 'worker');
  const sandbox = announceSandbox(config.engines.withoutSandbox, logger);
  await migrate(databaseUrl);
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-worker', poolSize: 8 });
  await joinInstallation(db, config);
  const container = buildContainer({ config, db, databaseUrl, logger });
  onStop(async () => {
    await container.worker.stop();
    await container.close();
    await db.destroy();
  });
  await sandbox;
  endAbandonedPrograms();
  await removeAbandonedFolders();
  await container.worker.start();
  announceReady();
});
