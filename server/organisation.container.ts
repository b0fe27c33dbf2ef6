import { collegeDetailEndpoints, collegeImportEndpoints } from '@lectern/contract/features/college.ts';
import { departmentDetailEndpoints, departmentImportEndpoints } from '@lectern/contract/features/department.ts';
import { positionDetailEndpoints, positionImportEndpoints } from '@lectern/contract/features/position.ts';
import { subjectDetailEndpoints, subjectImportEndpoints } from '@lectern/contract/features/subject-management.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { readable as readableCourse } from './features/course/course-scope.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { registerImport } from './features/import/import.routes.ts';
import type { ImportService } from './features/import/import.service.ts';
import { importAction } from './features/import/run-import.action.ts';
import { registerColleges } from './features/organisation/college/college.routes.ts';
import { CollegeService } from './features/organisation/college/college.service.ts';
import { collegeDetailSource } from './features/organisation/college/college-detail.source.ts';
import { collegeImportSource } from './features/organisation/college/college-import.source.ts';
import { CollegeKeeper } from './features/organisation/college/college-keeper.ts';
import { collegeListSource } from './features/organisation/college/college-list.source.ts';
import { registerDepartments } from './features/organisation/department/department.routes.ts';
import { DepartmentService } from './features/organisation/department/department.service.ts';
import { departmentDetailSource } from './features/organisation/department/department-detail.source.ts';
import { departmentImportSource } from './features/organisation/department/department-import.source.ts';
import { DepartmentKeeper } from './features/organisation/department/department-keeper.ts';
import { departmentListSource } from './features/organisation/department/department-list.source.ts';
import { DepartmentRemoval } from './features/organisation/department/department-removal.ts';
import { EffectService } from './features/organisation/effect/effect.service.ts';
import type { GroupMembers } from './features/organisation/group-members.ts';
import type { UnitMember } from './features/organisation/group-membership.repository.ts';
import { registerOrganisation } from './features/organisation/organisation.routes.ts';
import { OrganisationService } from './features/organisation/organisation.service.ts';
import { registerPositions } from './features/organisation/position/position.routes.ts';
import { PositionService } from './features/organisation/position/position.service.ts';
import { positionDetailSource } from './features/organisation/position/position-detail.source.ts';
import { positionImportSource } from './features/organisation/position/position-import.source.ts';
import { PositionKeeper } from './features/organisation/position/position-keeper.ts';
import { positionListSource } from './features/organisation/position/position-list.source.ts';
import { PositionRemoval } from './features/organisation/position/position-removal.ts';
import { registerSubjectTree } from './features/organisation/subject/subject.routes.ts';
import { SubjectTreeService } from './features/organisation/subject/subject.service.ts';
import { subjectDetailSource } from './features/organisation/subject/subject-detail.source.ts';
import { subjectImportSource } from './features/organisation/subject/subject-import.source.ts';
import { SubjectKeeper } from './features/organisation/subject/subject-keeper.ts';
import { type ReadableContentFor, subjectListSource } from './features/organisation/subject/subject-list.source.ts';
import { SubjectRemoval } from './features/organisation/subject/subject-removal.ts';
import { unitActions } from './features/organisation/unit-actions.ts';
import { accessEffect } from './features/permission-group/access-effect.ts';
import { contentOf, GroupWriter, takeGroup } from './features/permission-group/group-writer.ts';
import { lockPermissions } from './features/permission-group/permission-group.repository.ts';
import { readable as readableResource } from './features/resource/resource-scope.ts';
import { mentions } from './mentions.container.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ImportSource } from './platform/import/import-source.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';

type Given = { db: Db; publisher: EventPublisher };
type Surroundings = { reader: ListReader; exporter: ListExporter; imports: ImportService };

const readableContent: ReadableContentFor = (principal) => ({
  courses: readableCourse(principal),
  resources: readableResource(principal),
});
const subjectSource = subjectListSource(readableContent);

export const organisationListSources = [collegeListSource, departmentListSource, positionListSource, subjectSource];

/** Part of the container: colleges, departments and positions, and the subjects beside them. */
export function buildOrganisation({ db, publisher }: Given) {
  const effects = new EffectService(db, accessEffect);
  const members = groupMembers(new GroupWriter(publisher));
  const collegeKeeper = new CollegeKeeper(publisher, mentions);
  const departmentKeeper = new DepartmentKeeper(publisher);
  const departmentRemoval = new DepartmentRemoval(departmentKeeper, { publisher, members, mentions });
  const positionKeeper = new PositionKeeper(publisher, members);
  const positionRemoval = new PositionRemoval(positionKeeper, { publisher, members, mentions });
  const subjectKeeper = new SubjectKeeper();
  const subjectRemoval = new SubjectRemoval(subjectKeeper, mentions);
  const subjects = new SubjectTreeService({
    db,
    keeper: subjectKeeper,
    removal: subjectRemoval,
    readable: readableContent,
  });
  const colleges = new CollegeService(db, collegeKeeper, effects);
  const departments = new DepartmentService({ db, effects, keeper: departmentKeeper, removal: departmentRemoval });
  const positions = new PositionService({ db, effects, keeper: positionKeeper, removal: positionRemoval });
  const organisation = new OrganisationService({ db, colleges, departments, positions });
  const sources = {
    college: collegeImportSource(collegeKeeper) as ImportSource,
    department: departmentImportSource(departmentKeeper, departmentRemoval) as ImportSource,
    position: positionImportSource(positionKeeper, positionRemoval) as ImportSource,
    subject: subjectImportSource(subjectKeeper, subjectRemoval) as ImportSource,
  };
  return {
    organisation,
    actions: [
      ...Object.values(sources).map(importAction),
      ...[collegeKeeper, departmentRemoval, positionRemoval, subjectRemoval].flatMap(unitActions),
    ],
    register(registry: EndpointRegistry, { reader, exporter, imports }: Surroundings): void {
      registerOrganisation(registry, organisation);
      registerColleges(registry, { colleges, reader, exporter });
      registerDepartments(registry, { departments, reader, exporter });
      registerPositions(registry, { positions, reader, exporter });
      registerSubjectTree(registry, { subjects, source: subjectSource, reader, exporter });
      registerImport(registry, subjectImportEndpoints, sources.subject, imports);
      registerImport(registry, collegeImportEndpoints, sources.college, imports);
      registerImport(registry, departmentImportEndpoints, sources.department, imports);
      registerImport(registry, positionImportEndpoints, sources.position, imports);
      const details = [
        [collegeDetailEndpoints, collegeDetailSource(colleges)],
        [departmentDetailEndpoints, departmentDetailSource(departments)],
        [positionDetailEndpoints, positionDetailSource(positions)],
        [subjectDetailEndpoints, subjectDetailSource(subjects)],
      ] as const;
      for (const [endpoints, detail] of details) {
        registerEditLock(registry, endpoints, detail, new EditLockService(db));
        registerActivity(registry, endpoints, detail, new ActivityService(db));
      }
    },
  };
}

/** Members come and go as they do on the groups' own page: with a version, and under the same lock. */
function groupMembers(writer: GroupWriter): GroupMembers {
  const isSame = (one: UnitMember) => (other: { kind: string; id: string }) =>
    one.kind === other.kind && one.id === other.id;
  const change: (joins: boolean) => GroupMembers['add'] = (joins) => async (transaction, context, groupId, member) => {
    await lockPermissions(transaction);
    const group = await takeGroup(transaction, groupId);
    const content = await contentOf(transaction, group);
    const others = content.members.filter((one) => !isSame(member)(one));
    await writer.change(transaction, context, group, { ...content, members: joins ? [...others, member] : others });
  };
  return { add: change(true), remove: change(false) };
}
