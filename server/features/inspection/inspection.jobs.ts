import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { EditImageParts } from './edit-image.job.ts';
import type { InspectionParts } from './inspect-version.job.ts';

export function inspectJob(parts: InspectionParts): JobDefinition {
  return {
    kind: 'inspect',
    // Most are over in a second: two at a time leave room for everything else.
    concurrency: 2,
    limitSeconds: 600,
    load: async () => (await import('./inspect-version.job.ts')).inspectVersion(parts),
  };
}

export function editImageJob(parts: EditImageParts): JobDefinition {
  return {
    kind: 'editImage',
    concurrency: 1,
    limitSeconds: 600,
    load: async () => (await import('./edit-image.job.ts')).editImage(parts),
  };
}
