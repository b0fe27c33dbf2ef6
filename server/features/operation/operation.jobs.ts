import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RunDependencies } from './operation-batch.ts';

export function operationJob(dependencies: RunDependencies): JobDefinition {
  return {
    kind: 'operation',
    // A few at once: a small change does not wait for someone else’s hundred thousand items.
    concurrency: 3,
    limitSeconds: 6 * 3600,
    load: async () => (await import('./run-operation.job.ts')).runOperation(dependencies),
  };
}
