import { listSubjects } from '@lectern/contract/features/subject.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SubjectService } from './subject.service.ts';

export function registerSubjects(registry: EndpointRegistry, subjects: SubjectService): void {
  registry.handle(listSubjects, () => subjects.list());
}
