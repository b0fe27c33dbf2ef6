import type { Contributions, Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { registerActivity } from './activity.routes.ts';
import { ActivityService } from './activity.service.ts';
/** Serves the activities of all detail pages. */
export function activityModule({ db }: Platform) {
  const activities = new ActivityService(db);
  return {
    register(registry: EndpointRegistry, { details }: Contributions): void {
      for (const { endpoints, source } of details) registerActivity(registry, endpoints, source, activities);
    },
  };
}
