import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';

export function maintenanceJob(dependencies: {
  fileStore: FileStore;
  steps?: () => readonly MaintenanceStep[];
}): JobDefinition {
  return {
    kind: 'maintenance',
    concurrency: 1,
    limitSeconds: 2 * 3600,
    // At night, off the full hour, when backups and other programs of the machine tend to start.
    schedule: '17 3 * * *',
    load: async () => (await import('./tidy-up.job.ts')).tidyUp(dependencies.fileStore, dependencies.steps?.()),
  };
}
