import {
  createListView,
  deleteListView,
  getListSetup,
  saveListColumns,
  updateListView,
} from '@lectern/contract/features/list-view.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListViewService } from './list-view.service.ts';

export function registerListViews(registry: EndpointRegistry, views: ListViewService): void {
  registry.handle(getListSetup, ({ params }, { principal }) => views.setup(principal, params.list));
  registry.handle(saveListColumns, async ({ params, body }, { principal }) => {
    await views.saveColumns(principal, params.list, body.columns);
    return null;
  });
  registry.handle(createListView, ({ params, body }, { principal }) => views.create(principal, params.list, body));
  registry.handle(updateListView, ({ params, body }, { principal }) => views.update(principal, params.id, body));
  registry.handle(deleteListView, async ({ params }, { principal }) => {
    await views.delete(principal, params.id);
    return null;
  });
}
