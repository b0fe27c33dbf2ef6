import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from '../notification/public.ts';
import type { TaskService } from '../task/public.ts';
import { registerAccessRequests } from './access-request.routes.ts';
import { AccessRequestService } from './access-request.service.ts';

type Dependencies = { tasks: TaskService; notifications: NotificationService };

export function accessRequestModule({ db }: Platform, { tasks, notifications }: Dependencies) {
  const requests = new AccessRequestService({ db, tasks, notifications });
  return { register: (registry: EndpointRegistry) => registerAccessRequests(registry, requests) };
}
