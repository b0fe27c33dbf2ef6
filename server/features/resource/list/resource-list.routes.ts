import { neighbours } from '@lectern/contract/features/resource.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { findNeighbours } from './resource-neighbours.ts';
import { sourceOf } from './selected.ts';

type Dependencies = { db: Db; reader: ListReader };

export function registerResourceLists(registry: EndpointRegistry, { db, reader }: Dependencies): void {
  registry.handle(neighbours, ({ params, query }, { principal }) =>
    findNeighbours({ db, reader }, principal, sourceOf(query.list), { id: params.id, view: query.view }),
  );
}
