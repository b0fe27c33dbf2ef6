import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { BundleDependencies } from './make-support-bundle.job.ts';

export function supportBundleJob(dependencies: BundleDependencies): JobDefinition {
  return {
    kind: 'supportBundle',
    concurrency: 1,
    limitSeconds: 300,
    link: '/app/system/health',
    load: async () => (await import('./make-support-bundle.job.ts')).makeSupportBundle(dependencies),
  };
}
