import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { Step } from '../machine-work/public.ts';
import type { EditImageDependencies } from './edit-image.job.ts';
import type { InspectionDependencies } from './inspect-version.step.ts';

export function inspectStep(dependencies: InspectionDependencies): Step {
  return {
    kind: 'inspect',
    after: [],
    needs: [],
    // Most take about a second; two at a time leave capacity for everything else.
    concurrency: 2,
    limitSeconds: 600,
    estimateSeconds: ({ sizeBytes }) => 1 + sizeBytes / 200_000_000,
    concerns: () => true,
    options: stepOptions.inspect,
    load: async () => (await import('./inspect-version.step.ts')).inspectVersion(dependencies),
  };
}

export function editImageJob(dependencies: EditImageDependencies): JobDefinition {
  return {
    kind: 'editImage',
    concurrency: 1,
    limitSeconds: 600,
    load: async () => (await import('./edit-image.job.ts')).editImage(dependencies),
  };
}
