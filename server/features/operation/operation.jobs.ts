import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RunDependencies } from './operation-batch.ts';

export function operationJob(dependencies: RunDependencies): JobDefinition {
  return {
    kind: 'operation',
    // A few, so that one person's small change does not wait for another's hundred thousand.
    concurrency: 3,
    limitSeconds: 6 * 3600,
    load: async () => (await import('./run-operation.job.ts')).runOperation(dependencies),
  };
}
