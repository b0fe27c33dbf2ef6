import {
  createSubject,
  getSubject,
  getSubjectTree,
  moveSubject,
  previewSubjectMerge,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { SubjectTreeService } from './subject.service.ts';

export function registerSubjectTree(registry: EndpointRegistry, subjects: SubjectTreeService): void {
  registry.handle(getSubjectTree, (_, { principal }) => subjects.tree(principal));
  registry.handle(getSubject, ({ params }, { principal }) => subjects.get(principal, params.id));
  registry.handle(createSubject, ({ body }, context) => subjects.create(context, body));
  registry.handle(updateSubject, ({ params, body }, context) => subjects.update(context, params.id, body));
  registry.handle(moveSubject, ({ params, body }, context) => subjects.move(context, params.id, body));
  registry.handle(previewSubjectMerge, ({ params, body }, context) =>
    subjects.previewMerge(context, params.id, body.intoId),
  );
}
