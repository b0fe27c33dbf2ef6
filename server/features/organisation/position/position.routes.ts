import {
  createPosition,
  getPosition,
  listPositionGroups,
  placePosition,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { PositionService } from './position.service.ts';

export function registerPositions(registry: EndpointRegistry, positions: PositionService): void {
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
