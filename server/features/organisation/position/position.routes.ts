import {
  createPosition,
  exportPositions,
  getPosition,
  listPositionGroups,
  listPositions,
  type PositionRow,
  placePosition,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { PositionService } from './position.service.ts';
import { positionListSource } from './position-list.source.ts';

type Dependencies = { positions: PositionService; reader: ListReader; exporter: ListExporter };

export function registerPositions(registry: EndpointRegistry, { positions, reader, exporter }: Dependencies): void {
  registry.handle(
    listPositions,
    async ({ query }, { principal }) =>
      (await reader.page(positionListSource, query, principal)) as ListPage<PositionRow>,
  );
  registry.handleStream(exportPositions, ({ query }, context, { reply }) =>
    exporter.answer(positionListSource, query, context, reply),
  );
  registry.handle(getPosition, ({ params }) => positions.get(params.id));
  registry.handle(listPositionGroups, () => positions.listGroups());
  registry.handle(createPosition, ({ body }, context) => positions.create(context, body));
  registry.handle(updatePosition, ({ params, body }, context) => positions.update(context, params.id, body));
  registry.handle(previewPositionUpdate, ({ params, body }, context) =>
    positions.previewUpdate(context, params.id, body),
  );
  registry.handle(placePosition, ({ params, body }, context) => positions.place(context, params.id, body));
  registry.handle(previewPositionMerge, ({ params, body }, context) =>
    positions.previewMerge(context, params.id, body.intoId),
  );
}
