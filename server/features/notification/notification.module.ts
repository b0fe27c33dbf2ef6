import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { SystemMail } from '../mail/public.ts';
import { digestJob } from './notification.jobs.ts';
import { registerNotifications } from './notification.routes.ts';
import { NotificationService } from './notification.service.ts';

type Dependencies = { systemMail: () => SystemMail };

export function notificationModule({ db, publisher }: Platform, { systemMail }: Dependencies) {
  const notifications = new NotificationService(db, publisher, systemMail);
  return {
    notifications,
    jobs: [digestJob(systemMail)],
    jobEnded: (transaction: Executor, job: EndedJob) => notifications.jobEnded(transaction, job),
    register: (registry: EndpointRegistry) => registerNotifications(registry, notifications),
  };
}
