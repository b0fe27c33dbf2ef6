import {
  cancelStep,
  exportAsr,
  exportOcr,
  exportWork,
  getWork,
  getWorkOverview,
  listAsr,
  listOcr,
  listResourceWork,
  listWork,
  pauseQueue,
  runMissing,
  runStep,
  type WorkRow,
  workNeighbours,
} from '@lectern/contract/features/machine-work.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { asrListSource, ocrListSource, workListSource } from './list/work-list.source.ts';
import { findWorkNeighbours } from './list/work-neighbours.ts';
import type { OverviewService } from './overview.service.ts';
import type { WorkService } from './work.service.ts';

type Services = { works: WorkService; overviews: OverviewService; reader: ListReader; exporter: ListExporter };

export function registerMachineWork(registry: EndpointRegistry, services: Services): void {
  const { works, overviews, reader, exporter } = services;
  const lists = [
    [listWork, exportWork, workListSource],
    [listOcr, exportOcr, ocrListSource],
    [listAsr, exportAsr, asrListSource],
  ] as const;
  for (const [list, exports, source] of lists) {
    registry.handle(
      list,
      async ({ query }, { principal }) => (await reader.page(source, query, principal)) as ListPage<WorkRow>,
    );
    registry.handleStream(exports, ({ query }, context, { reply }) => exporter.answer(source, query, context, reply));
  }
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
