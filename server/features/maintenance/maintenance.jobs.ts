import type { Db } from '../../platform/db/database.ts';
import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';

/** What features have to tidy up themselves; answers how much it was. */
export type MaintenanceStep = { what: string; run(db: Db, signal: AbortSignal): Promise<number> };

export function maintenanceJob(parts: { fileStore: FileStore; steps?: readonly MaintenanceStep[] }): JobDefinition {
  return {
    kind: 'maintenance',
    concurrency: 1,
    limitSeconds: 2 * 3600,
    // At night, and not on the full hour, when everything else runs.
    schedule: '17 3 * * *',
    load: async () => (await import('./tidy-up.job.ts')).tidyUp(parts.fileStore, parts.steps),
  };
}
