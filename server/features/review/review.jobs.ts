import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { MaskParts } from './mask/make-masked.job.ts';

export function maskJob(parts: MaskParts): JobDefinition {
  return {
    kind: 'mask',
    concurrency: 1,
    limitSeconds: 7_200,
    load: async () => (await import('./mask/make-masked.job.ts')).makeMasked(parts),
  };
}
