import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { MaskDependencies } from './mask/make-masked.job.ts';
import { lockMasks } from './mask/mask.repository.ts';

export function maskJob(dependencies: MaskDependencies): JobDefinition {
  return {
    kind: 'mask',
    concurrency: 1,
    limitSeconds: 7_200,
    holdFirst: (transaction, job) => lockMasks(transaction, String(job.input.resourceId)),
    load: async () => (await import('./mask/make-masked.job.ts')).makeMasked(dependencies),
  };
}
