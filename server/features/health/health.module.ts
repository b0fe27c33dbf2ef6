import { probeEngines } from '../../engines/probe/probe-engines.ts';
import { sandboxLevelHere } from '../../engines/sandbox/sandbox-level.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { productVersion } from '../../platform/product-version.ts';
import { diskSpace } from '../../platform/storage/disk-space.ts';
import { speechSettings } from '../machine-work/public.ts';
import type { MailServerService } from '../mail/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { DatabaseProbe } from './database-probe.ts';
import { supportBundleJob } from './health.jobs.ts';
import { registerHealth } from './health.routes.ts';
import { EventLoopGauge, HealthService, usualPatienceMs } from './health.service.ts';
import { SupportBundleService } from './support-bundle.service.ts';

type Dependencies = { settings: SettingsService; mailServer: Pick<MailServerService, 'report'> };

export function healthModule(platform: Platform, { settings, mailServer }: Dependencies) {
  const { config, db, databaseUrl, queue, fileStore } = platform;
  const { speech, ocrModels, withoutSandbox } = config.engines;
  const gauge = new EventLoopGauge();
  const probe = new DatabaseProbe({ databaseUrl, patienceMs: usualPatienceMs, connectTimeoutMs: 5_000 });
  const health = new HealthService({
    db,
    gauge,
    mailServer: () => mailServer.report(),
    checkDatabase: () => probe.check(),
    // Even with remote storage, the data directory's disk holds the database and the logs.
    fileStore: { space: async () => (await fileStore.space()) ?? diskSpace(config.dataDir) },
    probeEngines: () => probeEngines({ chosen: { speech: speechSettings(speech), ocrModels } }),
    sandbox: { level: sandboxLevelHere, decision: withoutSandbox },
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    version: productVersion,
  });
  const bundles = new SupportBundleService(db, queue, fileStore);
  return {
    jobs: [supportBundleJob({ fileStore, health, settings, config })],
    register: (registry: EndpointRegistry) => registerHealth(registry, health, bundles),
    open: () => gauge.start(),
    close: () => gauge.stop(),
  };
}
