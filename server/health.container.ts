import { probeEngines } from './engines/probe/probe-engines.ts';
import { HealthService } from './features/health/health.service.ts';
import { speechSettings } from './machine-work.container.ts';
import type { Config } from './platform/config/config.ts';
import { productVersion } from './platform/product-version.ts';
import { diskSpace } from './platform/storage/disk-space.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Parts = ConstructorParameters<typeof HealthService>[0];
type Given = Pick<Parts, 'db' | 'mailServer' | 'gauge'> & {
  config: Pick<Config, 'dataDir' | 'embeddedDatabase' | 'engines'>;
  fileStore: FileStore;
};

/** Part of the container: how the installation is. */
export function buildHealth({ config, fileStore, ...parts }: Given): HealthService {
  const { speech, ocrModels } = config.engines;
  return new HealthService({
    ...parts,
    // Where files lie elsewhere, the disk below the data directory still holds the database and the logs.
    fileStore: { space: async () => (await fileStore.space()) ?? diskSpace(config.dataDir) },
    probeEngines: () => probeEngines({ chosen: { speech: speechSettings(speech), ocrModels } }),
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    version: productVersion,
  });
}
