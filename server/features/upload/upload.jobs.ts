import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { UnpackDependencies } from './unpack-archive.job.ts';

export function unpackJob(dependencies: UnpackDependencies): JobDefinition {
  return {
    kind: 'unpack',
    concurrency: 1,
    limitSeconds: 6 * 3600,
    link: '/app/home/my',
    load: async () => (await import('./unpack-archive.job.ts')).unpackArchive(dependencies),
  };
}
