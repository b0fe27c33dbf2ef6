import { Readable } from 'node:stream';
import type { PlatformSettings } from '@lectern/contract/features/settings.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { listActions, listFailedJobs, listRowCounts } from './health.repository.ts';
import type { HealthService } from './health.service.ts';

export type BundleDependencies = {
  fileStore: FileStore;
  health: Pick<HealthService, 'report'>;
  settings: { current(): Promise<PlatformSettings> };
  config: Config;
};

/** Collects diagnostics in one file, without personal data. */
export function makeSupportBundle({ fileStore, health, settings, config }: BundleDependencies): JobHandler {
  return async (job, { db, signal, report, log }) => {
    const current = await health.report({ fresh: true });
    report(40);
    const content = {
      madeAt: new Date().toISOString(),
      versions: current.versions,
      operatorSettings: withoutSecrets(config),
      platformSettings: await settings.current(),
      health: current,
      failedJobs: await failedJobs(db),
      latestActions: (await listActions(db, 200)).map(({ at, action, object_type: objectType }) => ({
        at: at.toISOString(),
        action,
        objectType,
      })),
      rowCounts: await listRowCounts(db),
    };
    report(70);
    signal.throwIfAborted();
    const text = `${JSON.stringify(content, null, 2)}\n`;
    const stored = await fileStore.write(Readable.from([Buffer.from(text)]), { signal });
    log(`Stored ${stored.sizeBytes} bytes.`);
    const file = {
      ...stored,
      id: newId(),
      name: `lectern-support-${content.madeAt.slice(0, 16).replace(':', '')}.json`,
      contentType: 'application/json; charset=utf-8',
      createdBy: job.requestedBy,
    };
    return { fileId: file.id, save: (transaction) => insertFile(transaction, file) };
  };
}

async function failedJobs(db: Db) {
  const rows = await listFailedJobs(db, 50);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    tries: row.tries,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }));
}

/** An allow-list, so new settings stay out until someone adds them. */
function withoutSecrets(config: Config) {
  return {
    port: config.port,
    host: config.host,
    publicOrigin: config.publicOrigin ?? null,
    timeZone: config.timeZone,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies.length,
    postgresRunAs: config.postgresRunAs,
    storage: config.s3 ? 's3' : 'disk',
    vendorLogin: config.wecom !== undefined,
    signOn: config.signOn !== undefined,
  };
}
