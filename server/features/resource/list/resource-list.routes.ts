import {
  exportLibraryResources,
  exportMyResources,
  exportResources,
  listLibraryResources,
  listMyResources,
  listResources,
  neighbours,
  type ResourceRow,
} from '@lectern/contract/features/resource.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { libraryResourceListSource, myResourceListSource, resourceListSource } from './resource-list.source.ts';
import { findNeighbours } from './resource-neighbours.ts';
import { sourceOf } from './selected.ts';

type Dependencies = { db: Db; reader: ListReader; exporter: ListExporter };

export function registerResourceLists(registry: EndpointRegistry, { db, reader, exporter }: Dependencies): void {
  const lists = [
    [listResources, exportResources, resourceListSource],
    [listMyResources, exportMyResources, myResourceListSource],
    [listLibraryResources, exportLibraryResources, libraryResourceListSource],
  ] as const;
  for (const [list, exports, source] of lists) {
    registry.handle(
      list,
      async ({ query }, { principal }) => (await reader.page(source, query, principal)) as ListPage<ResourceRow>,
    );
    registry.handleStream(exports, ({ query }, context, { reply }) => exporter.answer(source, query, context, reply));
  }
  registry.handle(neighbours, ({ params, query }, { principal }) =>
    findNeighbours({ db, reader }, principal, sourceOf(query.list), { id: params.id, view: query.view }),
  );
}
