import {
  createCollege,
  getCollege,
  placeCollege,
  previewCollegeMerge,
  updateCollege,
} from '@lectern/contract/features/college.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { CollegeService } from './college.service.ts';

export function registerColleges(registry: EndpointRegistry, colleges: CollegeService): void {
  registry.handle(getCollege, ({ params }) => colleges.get(params.id));
  registry.handle(createCollege, ({ body }, context) => colleges.create(context, body));
  registry.handle(updateCollege, ({ params, body }, context) => colleges.update(context, params.id, body));
  registry.handle(placeCollege, ({ params, body }, context) => colleges.place(context, params.id, body));
  registry.handle(previewCollegeMerge, ({ params, body }, context) =>
    colleges.previewMerge(context, params.id, body.intoId),
  );
}
