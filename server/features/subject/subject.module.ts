import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { registerSubjects } from './subject.routes.ts';
import { SubjectService } from './subject.service.ts';
export function subjectModule({ db }: Platform) {
  const subjects = new SubjectService(db);
  return { subjects, register: (registry: EndpointRegistry) => registerSubjects(registry, subjects) };
}
