import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { BundleParts } from './make-support-bundle.job.ts';

export function supportBundleJob(parts: BundleParts): JobDefinition {
  return {
    kind: 'supportBundle',
    concurrency: 1,
    limitSeconds: 300,
    link: '/app/system/health',
    load: async () => (await import('./make-support-bundle.job.ts')).makeSupportBundle(parts),
  };
}
