import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RunDependencies } from './operation-batch.ts';

export function operationJob(dependencies: RunDependencies): JobDefinition {
  return {
    kind: 'operation',
    // Several at once, so a small change doesn't wait for someone else’s 100,000 items.
    concurrency: 3,
    limitSeconds: 6 * 3600,
    load: async () => (await import('./run-operation.job.ts')).runOperation(dependencies),
  };
}
