import type { Contributions, Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { registerListViews } from './list-view.routes.ts';
import { ListViewService } from './list-view.service.ts';
import { listViewMentions } from './list-view-mentions.ts';
export function listViewModule({ db }: Platform) {
  return {
    mentions: [listViewMentions],
    register(registry: EndpointRegistry, { lists }: Contributions): void {
      const declarations = lists.map(({ list }) => list);
      registerListViews(registry, new ListViewService(db, declarations));
    },
  };
}
