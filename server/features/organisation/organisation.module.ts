import { collegeDetailEndpoints, collegeImportEndpoints } from '@lectern/contract/features/college.ts';
import { departmentDetailEndpoints, departmentImportEndpoints } from '@lectern/contract/features/department.ts';
import { positionDetailEndpoints, positionImportEndpoints } from '@lectern/contract/features/position.ts';
import { subjectDetailEndpoints, subjectImportEndpoints } from '@lectern/contract/features/subject-management.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import { readable as readableCourse } from '../course/public.ts';
import { importAction } from '../import/public.ts';
import { accessEffect } from '../permission-group/public.ts';
import { readable as readableResource } from '../resource/public.ts';
import { CollegeService, collegeDetailSource } from './college/college.service.ts';
import { collegeImportSource } from './college/college-import.source.ts';
import { CollegeKeeper } from './college/college-keeper.ts';
import { collegeListSource } from './college/college-list.source.ts';
import { DepartmentService, departmentDetailSource } from './department/department.service.ts';
import { departmentImportSource } from './department/department-import.source.ts';
import { DepartmentKeeper } from './department/department-keeper.ts';
import { departmentListSource } from './department/department-list.source.ts';
import { DepartmentRemoval, type MoveResources } from './department/department-removal.ts';
import { EffectService } from './effect.service.ts';
import type { GroupMembers } from './group-members.ts';
import {
  registerColleges,
  registerDepartments,
  registerOrganisation,
  registerPositions,
  registerSubjects,
} from './organisation.routes.ts';
import { OrganisationService } from './organisation.service.ts';
import { PositionService, positionDetailSource } from './position/position.service.ts';
import { positionImportSource } from './position/position-import.source.ts';
import { positionListSource } from './position/position-list.source.ts';
import { PositionKeeper, PositionRemoval } from './position/position-removal.ts';
import { subjectCollegeMentions } from './subject/subject.repository.ts';
import { SubjectService, subjectDetailSource } from './subject/subject.service.ts';
import { subjectImportSource } from './subject/subject-import.source.ts';
import { SubjectKeeper } from './subject/subject-keeper.ts';
import { type ReadableContentFor, subjectListSource } from './subject/subject-list.source.ts';
import { SubjectRemoval } from './subject/subject-removal.ts';
import { unitActions } from './unit-actions.ts';

type Dependencies = { members: GroupMembers; moveResources: MoveResources };

export function organisationModule(platform: Platform, { members, moveResources }: Dependencies) {
  const { db, publisher, mentions } = platform;
  const readable: ReadableContentFor = (principal) => ({
    courses: readableCourse(principal),
    resources: readableResource(principal),
  });
  const effects = new EffectService(db, accessEffect);
  const collegeKeeper = new CollegeKeeper(publisher, mentions);
  const departmentKeeper = new DepartmentKeeper(publisher);
  const departmentRemoval = new DepartmentRemoval(departmentKeeper, {
    ...{ publisher, members, mentions, moveResources },
  });
  const positionKeeper = new PositionKeeper(publisher, members);
  const positionRemoval = new PositionRemoval(positionKeeper, { publisher, members, mentions });
  const subjectKeeper = new SubjectKeeper();
  const subjectRemoval = new SubjectRemoval(subjectKeeper, mentions);
  const subjectSource = subjectListSource(readable);
  const subjects = new SubjectService({ db, keeper: subjectKeeper, removal: subjectRemoval, readable });
  const colleges = new CollegeService(db, collegeKeeper, effects);
  const departments = new DepartmentService({ db, effects, keeper: departmentKeeper, removal: departmentRemoval });
  const positions = new PositionService({ db, effects, keeper: positionKeeper, removal: positionRemoval });
  const organisation = new OrganisationService({ db, colleges, departments, positions });
  const collegeImport = collegeImportSource(collegeKeeper) as ImportSource;
  const departmentImport = departmentImportSource(departmentKeeper, departmentRemoval) as ImportSource;
  const positionImport = positionImportSource(positionKeeper, positionRemoval) as ImportSource;
  const subjectImport = subjectImportSource(subjectKeeper, subjectRemoval) as ImportSource;
  return {
    organisation,
    subjects,
    lists: [collegeListSource, departmentListSource, positionListSource, subjectSource],
    mentions: [subjectCollegeMentions],
    actions: [
      ...[collegeImport, departmentImport, positionImport, subjectImport].map(importAction),
      ...[collegeKeeper, departmentRemoval, positionRemoval, subjectRemoval].flatMap(unitActions),
    ],
    imports: [
      { endpoints: subjectImportEndpoints, source: subjectImport },
      { endpoints: collegeImportEndpoints, source: collegeImport },
      { endpoints: departmentImportEndpoints, source: departmentImport },
      { endpoints: positionImportEndpoints, source: positionImport },
    ],
    details: [
      { endpoints: collegeDetailEndpoints, source: collegeDetailSource(colleges) },
      { endpoints: departmentDetailEndpoints, source: departmentDetailSource(departments) },
      { endpoints: positionDetailEndpoints, source: positionDetailSource(positions) },
      { endpoints: subjectDetailEndpoints, source: subjectDetailSource(subjects) },
    ],
    register(registry: EndpointRegistry): void {
      registerOrganisation(registry, organisation);
      registerColleges(registry, colleges);
      registerDepartments(registry, departments);
      registerPositions(registry, positions);
      registerSubjects(registry, subjects);
    },
  };
}
