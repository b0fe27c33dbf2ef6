import type { JobDefinition } from '../../../platform/queue/job-definition.ts';
import type { CoverDependencies } from './read-cover.job.ts';

export function coverJob(dependencies: CoverDependencies): JobDefinition {
  return {
    kind: 'readCover',
    concurrency: 1,
    limitSeconds: 900,
    load: async () => (await import('./read-cover.job.ts')).readCover(dependencies),
  };
}
