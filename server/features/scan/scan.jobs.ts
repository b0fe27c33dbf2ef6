import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { CoverDependencies } from './read-cover.job.ts';
import type { RescanDependencies } from './run-rescan.job.ts';

export function coverJob(dependencies: CoverDependencies): JobDefinition {
  return {
    kind: 'readCover',
    concurrency: 1,
    limitSeconds: 900,
    load: async () => (await import('./read-cover.job.ts')).readCover(dependencies),
  };
}

export function rescanJob(dependencies: RescanDependencies): JobDefinition {
  return {
    kind: 'rescan',
    // One re-scan of changed words and one of everything.
    concurrency: 2,
    limitSeconds: 12 * 3600,
    link: '/app/sensitive/word',
    load: async () => (await import('./run-rescan.job.ts')).runRescan(dependencies),
  };
}
