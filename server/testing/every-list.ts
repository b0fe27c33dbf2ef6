import { accessRecordList } from '@lectern/contract/features/access-record.ts';
import { auditList } from '@lectern/contract/features/audit.ts';
import { collegeList } from '@lectern/contract/features/college.ts';
import { courseList } from '@lectern/contract/features/course.ts';
import { departmentList } from '@lectern/contract/features/department.ts';
import { glossaryList } from '@lectern/contract/features/glossary.ts';
import { workLists } from '@lectern/contract/features/machine-work.ts';
import { mailList } from '@lectern/contract/features/mail.ts';
import { permissionGroupList } from '@lectern/contract/features/permission-group.ts';
import { positionList } from '@lectern/contract/features/position.ts';
import { resourceLists } from '@lectern/contract/features/resource.ts';
import { reviewList } from '@lectern/contract/features/review.ts';
import { sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { subjectList } from '@lectern/contract/features/subject-management.ts';
import { subtitleList } from '@lectern/contract/features/subtitle.ts';
import { summaryList } from '@lectern/contract/features/summary.ts';
import { taskList } from '@lectern/contract/features/task.ts';
import { userList } from '@lectern/contract/features/user.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';

/** The declaration of every list, kept by hand, for tests that must not miss one. */
export const everyList: readonly ListDeclaration[] = [
  userList,
  collegeList,
  departmentList,
  positionList,
  permissionGroupList,
  ...resourceLists,
  ...workLists,
  glossaryList,
  subtitleList,
  summaryList,
  reviewList,
  sensitiveWordList,
  auditList,
  taskList,
  mailList,
  courseList,
  subjectList,
  accessRecordList,
];
