import { probeEngines } from './engines/probe/probe-engines.ts';
import { sandboxLevelHere } from './engines/sandbox/sandbox-level.ts';
import { DatabaseProbe } from './features/health/database-probe.ts';
import { EventLoopGauge } from './features/health/event-loop-gauge.ts';
import { supportBundleJob } from './features/health/health.jobs.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { HealthService, usualPatienceMs } from './features/health/health.service.ts';
import { SupportBundleService } from './features/health/support-bundle.service.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { speechSettings } from './machine-work.container.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import { productVersion } from './platform/product-version.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import { diskSpace } from './platform/storage/disk-space.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  databaseUrl: string;
  config: Config;
  settings: SettingsService;
  fileStore: FileStore;
  queue: JobQueue;
  mailServer: ConstructorParameters<typeof HealthService>[0]['mailServer'];
};

/** Part of the container: how the installation is, and what is sent to whoever helps with it. */
export function buildHealth({ db, databaseUrl, config, settings, fileStore, queue, mailServer }: Given) {
  const gauge = new EventLoopGauge();
  const probe = new DatabaseProbe({ databaseUrl, patienceMs: usualPatienceMs, connectTimeoutMs: 5_000 });
  const health = new HealthService({
    ...{ db, mailServer, gauge },
    checkDatabase: () => probe.check(),
    // Where files lie elsewhere, the disk below the data directory still holds the database and the logs.
    fileStore: { space: async () => (await fileStore.space()) ?? diskSpace(config.dataDir) },
    probeEngines: () =>
      probeEngines({ chosen: { speech: speechSettings(config.engines.speech), ocrModels: config.engines.ocrModels } }),
    sandbox: { level: sandboxLevelHere, decision: config.engines.withoutSandbox },
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    version: productVersion,
  });
  const bundles = new SupportBundleService(db, queue, fileStore);
  return {
    gauge,
    definitions: [supportBundleJob({ fileStore, health, settings, config })],
    register: (registry: EndpointRegistry) => registerHealth(registry, health, bundles),
  };
}
