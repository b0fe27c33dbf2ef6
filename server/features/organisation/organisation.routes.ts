import {
  createCollege,
  getCollege,
  placeCollege,
  previewCollegeMerge,
  updateCollege,
} from '@lectern/contract/features/college.ts';
import {
  createDepartment,
  getDepartment,
  getDepartmentTree,
  moveDepartment,
  previewDepartmentMerge,
  previewDepartmentMove,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import {
  createPosition,
  getPosition,
  listPositionGroups,
  placePosition,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import {
  createSubject,
  getSubject,
  getSubjectTree,
  moveSubject,
  previewSubjectMerge,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { CollegeService } from './college/college.service.ts';
import type { DepartmentService } from './department/department.service.ts';
import type { OrganisationService } from './organisation.service.ts';
import type { PositionService } from './position/position.service.ts';
import type { SubjectService } from './subject/subject.service.ts';

export function registerOrganisation(registry: EndpointRegistry, organisation: OrganisationService): void {
  registry.handle(listUnits, () => organisation.listUnits());
}

export function registerColleges(registry: EndpointRegistry, colleges: CollegeService): void {
  registry.handle(getCollege, ({ params }) => colleges.get(params.id));
  registry.handle(createCollege, ({ body }, context) => colleges.create(context, body));
  registry.handle(updateCollege, ({ params, body }, context) => colleges.update(context, params.id, body));
  registry.handle(placeCollege, ({ params, body }, context) => colleges.place(context, params.id, body));
  registry.handle(previewCollegeMerge, ({ params, body }, context) =>
    colleges.previewMerge(context, params.id, body.intoId),
  );
}

export function registerDepartments(registry: EndpointRegistry, departments: DepartmentService): void {
  registry.handle(getDepartmentTree, () => departments.tree());
  registry.handle(getDepartment, ({ params }) => departments.get(params.id));
  registry.handle(createDepartment, ({ body }, context) => departments.create(context, body));
  registry.handle(updateDepartment, ({ params, body }, context) => departments.update(context, params.id, body));
  registry.handle(moveDepartment, ({ params, body }, context) => departments.move(context, params.id, body));
  registry.handle(previewDepartmentMove, ({ params, body }, context) =>
    departments.previewMove(context, params.id, body),
  );
  registry.handle(previewDepartmentMerge, ({ params, body }, context) =>
    departments.previewMerge(context, params.id, body.intoId),
  );
}

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

export function registerSubjects(registry: EndpointRegistry, subjects: SubjectService): void {
  registry.handle(listSubjects, () => subjects.list());
  registry.handle(getSubjectTree, (_, { principal }) => subjects.tree(principal));
  registry.handle(getSubject, ({ params }, { principal }) => subjects.get(principal, params.id));
  registry.handle(createSubject, ({ body }, context) => subjects.create(context, body));
  registry.handle(updateSubject, ({ params, body }, context) => subjects.update(context, params.id, body));
  registry.handle(moveSubject, ({ params, body }, context) => subjects.move(context, params.id, body));
  registry.handle(previewSubjectMerge, ({ params, body }, context) =>
    subjects.previewMerge(context, params.id, body.intoId),
  );
}
