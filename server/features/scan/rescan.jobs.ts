import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RescanDependencies } from './rescan-dependencies.ts';

export function rescanJob(dependencies: RescanDependencies): JobDefinition {
  return {
    kind: 'rescan',
    // One of changed words and one of everything.
    concurrency: 2,
    limitSeconds: 12 * 3600,
    link: '/app/sensitive/word',
    load: async () => (await import('./run-rescan.job.ts')).runRescan(dependencies),
  };
}
