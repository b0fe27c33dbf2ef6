import type { JobDefinition } from '../../../platform/queue/job-definition.ts';
import type { CoverParts } from './read-cover.job.ts';

export function coverJob(parts: CoverParts): JobDefinition {
  return {
    kind: 'readCover',
    concurrency: 1,
    limitSeconds: 900,
    load: async () => (await import('./read-cover.job.ts')).readCover(parts),
  };
}
