import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { NotificationService } from '../notification/public.ts';
import { operationJob } from './operation.jobs.ts';
import { operationMaintenance } from './operation.repository.ts';
import { registerOperations } from './operation.routes.ts';
import { OperationService } from './operation.service.ts';
import { OperationAnnouncer } from './operation-announcer.ts';

type Dependencies = { notifications: NotificationService };

export function operationModule(platform: Platform, { notifications }: Dependencies) {
  const { config, db, queue, catalogue, publisher, logger } = platform;
  const announcer = new OperationAnnouncer(publisher, notifications);
  const operations = new OperationService({ db, queue, catalogue, announcer });
  return {
    operations,
    maintenance: operationMaintenance,
    jobs: [operationJob({ catalogue, announcer, timeZone: config.timeZone, logger })],
    jobEnded: (transaction: Executor, job: EndedJob) => operations.jobEnded(transaction, job),
    register: (registry: EndpointRegistry) => registerOperations(registry, operations),
  };
}
