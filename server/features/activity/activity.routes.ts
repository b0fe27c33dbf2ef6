import type { DetailEndpoints } from '@lectern/contract/detail/define-detail.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ActivityService } from './activity.service.ts';

export function registerActivity(
  registry: EndpointRegistry,
  endpoints: DetailEndpoints,
  source: DetailSource,
  activities: ActivityService,
): void {
  registry.handle(endpoints.listActivity, ({ params, query }, context) =>
    activities.list(context, source, { id: params.id, before: query.before, size: query.size }),
  );
  registry.handle(endpoints.revertActivity, async ({ params, body }, context) => {
    await activities.revert(context, source, { ...params, version: body.version });
    return null;
  });
}
