import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import { backgroundContext } from '../operation/public.ts';
import { lockEditable, type ResourceIntakeService } from '../resource/public.ts';
import { hashOldPictures } from './hash-old-pictures.ts';
import { editImageJob } from './inspection.jobs.ts';
import { registerImageEdits } from './inspection.routes.ts';
import { InspectionService } from './inspection.service.ts';
export function inspectionModule(platform: Platform, { intake }: { intake: ResourceIntakeService }) {
  const { db, logger, queue, fileStore } = platform;
  const inspections = new InspectionService({ db, queue, intake, requireEditable: lockEditable });
  const maintenance: MaintenanceStep[] = [
    {
      verb: { bare: 'hash', done: 'Hashed' },
      what: 'images without a hash',
      run: (run, signal) => hashOldPictures({ fileStore, run: runSandboxed }, run, signal),
    },
  ];
  return {
    maintenance,
    jobs: [editImageJob({ fileStore, intake, run: runSandboxed, contextFor: backgroundContext(db, logger) })],
    jobEnded: (transaction: Executor, job: EndedJob) => inspections.jobEnded(transaction, job),
    register: (registry: EndpointRegistry) => registerImageEdits(registry, inspections),
  };
}
