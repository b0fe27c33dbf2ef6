import { beginViewAs, endViewAs } from '@lectern/contract/features/view-as.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ViewAsService } from './view-as.service.ts';

export function registerViewAs(registry: EndpointRegistry, views: ViewAsService): void {
  registry.handle(beginViewAs, async ({ params }, context) => {
    await views.begin(context, params.id);
    return null;
  });
  registry.handle(endViewAs, async (_input, context) => {
    await views.end(context);
    return null;
  });
}
