import { mayOpenPath } from '@lectern/contract/access.ts';
import { coursePage } from '@lectern/contract/features/course.ts';
import {
  type CourseMove,
  type CoursePerson,
  type CourseState,
  isLegalCourseMove,
  mayEditCourse,
  mayMoveCourse,
} from '@lectern/contract/features/course-state.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Principal } from '../../platform/http/principal.ts';

export type Judged = { state: CourseState; owner_id: string; in_scope: boolean; is_named: boolean };

export function personOf(principal: Principal, course: Judged): CoursePerson {
  const works = mayOpenPath(principal, coursePage);
  return {
    roleId: principal.roleId,
    isOwner: works && course.owner_id === principal.userId,
    isEditor: works && course.is_named,
    inScope: works && course.in_scope,
  };
}

export function mayEdit(principal: Principal, course: Judged): boolean {
  return mayEditCourse(personOf(principal, course), course.state);
}

export function assertMayEdit(principal: Principal, course: Judged): void {
  if (mayEdit(principal, course)) return;
  if (!mayEdit(principal, { ...course, state: 'draft' })) throw new AppError('courseNotYours');
  throw new AppError(course.state === 'trashed' ? 'inTrash' : 'courseArchived');
}

/** Checks permission first, so a refusal doesn't reveal the course's state to people without it. */
export function resolveMove(
  principal: Principal,
  course: Judged,
  move: CourseMove,
  { reviewBeforePublish }: { reviewBeforePublish: boolean },
): void {
  const person = personOf(principal, course);
  if (!mayMoveCourse(person, move, course.state)) {
    const isLegal = isLegalCourseMove(move, course.state);
    throw new AppError(!isLegal && person.isOwner && move === 'trash' ? 'illegalMove' : 'courseNotYours');
  }
  if (!isLegalCourseMove(move, course.state)) throw new AppError('illegalMove');
  if (move !== 'publish' || !reviewBeforePublish) return;
  // When review is required before publishing, someone other than the owner must publish.
  if (course.state === 'draft' || course.owner_id === principal.userId) throw new AppError('reviewFirst');
}
