import { editImage } from '@lectern/contract/features/resource-detail.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { InspectionService } from './inspection.service.ts';

export function registerImageEdits(registry: EndpointRegistry, inspections: InspectionService): void {
  registry.handle(editImage, ({ params, body }, context) => inspections.editImage(context, params.id, body));
}
