import {
  createSubject,
  exportSubjects,
  getSubject,
  getSubjectTree,
  listSubjectRows,
  moveSubject,
  previewSubjectMerge,
  type SubjectRow,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { SubjectTreeService } from './subject.service.ts';
import type { subjectListSource } from './subject-list.source.ts';

type Dependencies = {
  subjects: SubjectTreeService;
  source: ReturnType<typeof subjectListSource>;
  reader: ListReader;
  exporter: ListExporter;
};

export function registerSubjectTree(
  registry: EndpointRegistry,
  { subjects, source, reader, exporter }: Dependencies,
): void {
  registry.handle(
    listSubjectRows,
    async ({ query }, { principal }) => (await reader.page(source, query, principal)) as ListPage<SubjectRow>,
  );
  registry.handleStream(exportSubjects, ({ query }, context, { reply }) =>
    exporter.answer(source, query, context, reply),
  );
  registry.handle(getSubjectTree, (_, { principal }) => subjects.tree(principal));
  registry.handle(getSubject, ({ params }, { principal }) => subjects.get(principal, params.id));
  registry.handle(createSubject, ({ body }, context) => subjects.create(context, body));
  registry.handle(updateSubject, ({ params, body }, context) => subjects.update(context, params.id, body));
  registry.handle(moveSubject, ({ params, body }, context) => subjects.move(context, params.id, body));
  registry.handle(previewSubjectMerge, ({ params, body }, context) =>
    subjects.previewMerge(context, params.id, body.intoId),
  );
}
