import {
  cancelStep,
  getWork,
  getWorkOverview,
  listResourceWork,
  pauseQueue,
  runMissing,
  runStep,
  workNeighbours,
} from '@lectern/contract/features/machine-work.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { invalidField } from '../../platform/app-error.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { OverviewService } from './overview.service.ts';
import type { WorkService } from './work.service.ts';
import { workListSources } from './work-list.source.ts';

type Services = { works: WorkService; overviews: OverviewService; reader: ListReader };

export function registerMachineWork(registry: EndpointRegistry, services: Services): void {
  const { works, overviews, reader } = services;
  registry.handle(workNeighbours, ({ params, query }, { principal }) =>
    findWorkNeighbours(reader, principal, { ...query, id: params.id }),
  );
  registry.handle(getWork, ({ params }, context) => works.get(context, params.id));
  registry.handle(getWorkOverview, (_request, { principal }) => overviews.read(principal));
  registry.handle(pauseQueue, ({ params, body }, context) => overviews.pause(context, { ...params, ...body }));
  registry.handle(runMissing, ({ body }, context) => works.runMissing(context, body));
  registry.handle(listResourceWork, ({ params }, context) => works.listOf(context, params.id));
  registry.handle(runStep, ({ params, body }, context) => works.runStep(context, params, body.options));
  registry.handle(cancelStep, ({ params }, context) => works.cancelStep(context, params));
}

type Neighbours = z.output<(typeof workNeighbours)['output']>;
type Neighbour = NonNullable<Neighbours['next']>;
type NeighbourRequest = { id: string; list: string; view: string; row?: string | undefined };

/** The previous and next resource in the order of a view. Skips other rows of the same resource. */
async function findWorkNeighbours(
  reader: ListReader,
  principal: Principal,
  { id, list, view, row }: NeighbourRequest,
): Promise<Neighbours> {
  const source = workListSources.find((candidate) => candidate.list.id === list);
  if (!source) throw invalidField('list', 'notWorkList');
  const own = sql`(${source.scope(principal)} and jobs.resource_id = ${id})`;
  const from = {
    at: row ? sql`${own} and jobs.id = ${row}` : own,
    columns: sql`jobs.resource_id as id, jobs.resource_kind as kind, jobs.id as row`,
    view,
  };
  const { before, after, counts } = await reader.around<Neighbour>(source, from, principal);
  const nearest = (rows: Neighbour[]) => rows.find((other) => other.id !== id) ?? null;
  return { previous: nearest(before), next: nearest(after), ...counts };
}
