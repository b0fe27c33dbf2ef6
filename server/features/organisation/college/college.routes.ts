import {
  type CollegeRow,
  createCollege,
  exportColleges,
  getCollege,
  listColleges,
  placeCollege,
  previewCollegeMerge,
  updateCollege,
} from '@lectern/contract/features/college.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { CollegeService } from './college.service.ts';
import { collegeListSource } from './college-list.source.ts';

type Dependencies = { colleges: CollegeService; reader: ListReader; exporter: ListExporter };

export function registerColleges(registry: EndpointRegistry, { colleges, reader, exporter }: Dependencies): void {
  registry.handle(
    listColleges,
    async ({ query }, { principal }) =>
      (await reader.page(collegeListSource, query, principal)) as ListPage<CollegeRow>,
  );
  registry.handleStream(exportColleges, ({ query }, context, { reply }) =>
    exporter.answer(collegeListSource, query, context, reply),
  );
  registry.handle(getCollege, ({ params }) => colleges.get(params.id));
  registry.handle(createCollege, ({ body }, context) => colleges.create(context, body));
  registry.handle(updateCollege, ({ params, body }, context) => colleges.update(context, params.id, body));
  registry.handle(placeCollege, ({ params, body }, context) => colleges.place(context, params.id, body));
  registry.handle(previewCollegeMerge, ({ params, body }, context) =>
    colleges.previewMerge(context, params.id, body.intoId),
  );
}
