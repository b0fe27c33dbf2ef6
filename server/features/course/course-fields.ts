import type { courseFields } from '@lectern/contract/features/course.ts';
import type { z } from 'zod';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findByCode, findCollege, findDepartment, findSubject, type LockedCourse } from './course.repository.ts';

type CourseFields = z.output<z.ZodObject<typeof courseFields>>;
export type CourseEdit = { [Name in keyof CourseFields]?: CourseFields[Name] | undefined };

const columnNames = {
  name: 'name',
  code: 'code',
  term: 'term',
  description: 'description',
  language: 'language',
  audience: 'audience',
  subjectId: 'subject_id',
  collegeId: 'college_id',
  departmentId: 'department_id',
  availableFrom: 'available_from',
  availableUntil: 'available_until',
} as const satisfies Record<keyof CourseFields, keyof LockedCourse>;
const instants: readonly string[] = ['availableFrom', 'availableUntil'];

/** Values of a row under the field names used by the API and activities. */
export function valuesOf(course: LockedCourse): CourseFields {
  const entries = Object.entries(columnNames).map(([name, column]) => {
    const value = course[column];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(entries) as CourseFields;
}

/** The columns to update for the given fields that differ, with before and after values for the activity. */
export function differences(course: LockedCourse, edit: CourseEdit) {
  const values = valuesOf(course);
  const names = (Object.keys(columnNames) as (keyof CourseFields)[]).filter(
    (name) => edit[name] !== undefined && !isSame(name, edit[name], values[name]),
  );
  return {
    columns: Object.fromEntries(names.map((name) => [columnNames[name], columnValue(name, edit[name])])),
    before: Object.fromEntries(names.map((name) => [name, values[name]])),
    after: Object.fromEntries(names.map((name) => [name, edit[name]])),
  };
}

function isSame(name: string, one: unknown, other: unknown): boolean {
  if (!instants.includes(name) || one === null || other === null) return one === other;
  return new Date(String(one)).getTime() === new Date(String(other)).getTime();
}

function columnValue(name: string, value: unknown): unknown {
  return instants.includes(name) && typeof value === 'string' ? new Date(value) : value;
}

/** Setting a department also sets its college; changing only the college clears the department. */
export async function completeEdit(db: Executor, edit: CourseEdit): Promise<CourseEdit> {
  if (edit.departmentId) {
    const department = await findDepartment(db, edit.departmentId);
    if (!department) throw invalidField('departmentId', 'noSuchDepartment');
    if (edit.collegeId !== undefined && edit.collegeId !== department.college_id) {
      throw invalidField('departmentId', 'otherCollege');
    }
    return { ...edit, collegeId: department.college_id };
  }
  if (edit.collegeId !== undefined && edit.departmentId === undefined) return { ...edit, departmentId: null };
  return edit;
}

/** Checks that need the database. Unchanged values aren't checked again. */
export async function validateFields(
  db: Executor,
  principal: Principal,
  edit: CourseEdit,
  before?: LockedCourse,
): Promise<void> {
  if (edit.subjectId && edit.subjectId !== before?.subject_id) {
    const subject = await findSubject(db, edit.subjectId);
    if (!subject || subject.disabled) throw invalidField('subjectId', 'noSuchSubject');
  }
  if (edit.collegeId && edit.collegeId !== before?.college_id) {
    const college = await findCollege(db, edit.collegeId);
    if (!college || college.disabled) throw invalidField('collegeId', 'noSuchCollege');
  }
  assertDepartment(principal, edit, before);
  const from = edit.availableFrom === undefined ? before?.available_from : edit.availableFrom;
  const until = edit.availableUntil === undefined ? before?.available_until : edit.availableUntil;
  if (from && until && new Date(from) >= new Date(until)) {
    throw invalidField('availableUntil', 'endsFirst');
  }
  await requireFreeCode(db, edit, before);
}

/** Nobody may move a course out of their own scope, or move someone else's course at all. */
function assertDepartment(principal: Principal, edit: CourseEdit, before: LockedCourse | undefined): void {
  const { departmentId } = edit;
  if (departmentId === undefined || departmentId === (before?.department_id ?? null)) return;
  const scope = dataScopeOf(principal);
  if (scope.kind === 'all' || departmentId === principal.departmentId) return;
  if (scope.kind === 'departments' && departmentId && scope.ids.includes(departmentId)) return;
  throw new AppError('outsideScope');
}

async function requireFreeCode(db: Executor, edit: CourseEdit, before: LockedCourse | undefined): Promise<void> {
  if (edit.code === undefined && edit.term === undefined) return;
  const wanted = { code: edit.code ?? before?.code ?? '', term: edit.term ?? before?.term ?? '' };
  const other = await findByCode(db, wanted);
  if (other && other.id !== before?.id) throw new AppError('courseCodeTaken', { params: { name: other.name } });
}
