import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { everyList } from './every-list.ts';
import { registerListViews } from './list-view.routes.ts';
import { ListViewService } from './list-view.service.ts';
import { listViewMentions } from './list-view-mentions.ts';
export function listViewModule({ db }: Platform) {
  const views = new ListViewService(db, everyList);
  return {
    mentions: [listViewMentions],
    register: (registry: EndpointRegistry) => registerListViews(registry, views),
  };
}
