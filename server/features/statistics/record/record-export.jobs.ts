import type { JobDefinition } from '../../../platform/queue/job-definition.ts';
import type { RecordExportDependencies } from './write-record-export.job.ts';

export function recordExportJob(dependencies: RecordExportDependencies): JobDefinition {
  return {
    kind: 'recordExport',
    concurrency: 1,
    limitSeconds: 4 * 3600,
    link: '/app/data/accessRecord',
    load: async () => (await import('./write-record-export.job.ts')).writeRecordExport(dependencies),
  };
}
