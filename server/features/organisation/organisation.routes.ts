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
import {
  createDepartment,
  type DepartmentRow,
  exportDepartments,
  getDepartment,
  getDepartmentTree,
  listDepartments,
  moveDepartment,
  previewDepartmentMerge,
  previewDepartmentMove,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
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
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { CollegeService } from './college/college.service.ts';
import { collegeListSource } from './college/college-list.source.ts';
import type { DepartmentService } from './department/department.service.ts';
import { departmentListSource } from './department/department-list.source.ts';
import type { OrganisationService } from './organisation.service.ts';
import type { PositionService } from './position/position.service.ts';
import { positionListSource } from './position/position-list.source.ts';
import type { SubjectTreeService } from './subject/subject.service.ts';
import type { subjectListSource } from './subject/subject-list.source.ts';

export function registerOrganisation(registry: EndpointRegistry, organisation: OrganisationService): void {
  registry.handle(listUnits, () => organisation.listUnits());
}

type CollegeDependencies = { colleges: CollegeService; reader: ListReader; exporter: ListExporter };

export function registerColleges(
  registry: EndpointRegistry,
  { colleges, reader, exporter }: CollegeDependencies,
): void {
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

type DepartmentDependencies = { departments: DepartmentService; reader: ListReader; exporter: ListExporter };

export function registerDepartments(
  registry: EndpointRegistry,
  { departments, reader, exporter }: DepartmentDependencies,
): void {
  registry.handle(
    listDepartments,
    async ({ query }, { principal }) =>
      (await reader.page(departmentListSource, query, principal)) as ListPage<DepartmentRow>,
  );
  registry.handleStream(exportDepartments, ({ query }, context, { reply }) =>
    exporter.answer(departmentListSource, query, context, reply),
  );
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

type PositionDependencies = { positions: PositionService; reader: ListReader; exporter: ListExporter };

export function registerPositions(
  registry: EndpointRegistry,
  { positions, reader, exporter }: PositionDependencies,
): void {
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

type SubjectDependencies = {
  subjects: SubjectTreeService;
  source: ReturnType<typeof subjectListSource>;
  reader: ListReader;
  exporter: ListExporter;
};

export function registerSubjectTree(
  registry: EndpointRegistry,
  { subjects, source, reader, exporter }: SubjectDependencies,
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
