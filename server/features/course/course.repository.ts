import type { Audience } from '@lectern/contract/audience.ts';
import type { CoursePart, CoursePersonRow } from '@lectern/contract/features/course.ts';
import type { CourseState } from '@lectern/contract/features/course-state.ts';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Courses } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';
import { newId } from '../../platform/new-id.ts';
import { isMasked, shownTypes } from '../resource/public.ts';

export type LockedCourse = {
  id: string;
  name: string;
  code: string;
  term: string;
  description: string;
  language: string | null;
  audience: Audience;
  cover_file_id: string | null;
  subject_id: string | null;
  college_id: string | null;
  department_id: string | null;
  owner_id: string;
  state: CourseState;
  state_reason: string | null;
  state_since: Date;
  state_by: string | null;
  state_before: CourseState | null;
  published_at: Date | null;
  available_from: Date | null;
  available_until: Date | null;
  version: number;
  catalogue_version: number;
  in_scope: boolean;
  is_named: boolean;
};

const lockedColumns = sql`courses.id, courses.name, courses.code, courses.term, courses.description, courses.language,
  courses.audience, courses.cover_file_id, courses.subject_id, courses.college_id, courses.department_id, courses.owner_id, courses.state,
  courses.state_reason, courses.state_since, courses.state_by, courses.state_before, courses.published_at,
  courses.available_from, courses.available_until, courses.version, courses.catalogue_version`;

function judgedColumns(principal: Principal): RawBuilder<unknown> {
  return sql`${lockedColumns}, ${inScope(principal)} as in_scope, ${isNamed(principal)} as is_named`;
}

/**
 * Locks the row until the transaction ends. Courses that don't exist and courses this person can't read give the same
 * notFound.
 */
export async function lockReadable(transaction: Executor, principal: Principal, id: string): Promise<LockedCourse> {
  const { rows } = await sql<LockedCourse>`select ${judgedColumns(principal)} from courses
    where courses.id = ${id} and ${readable(principal)} for no key update`.execute(transaction);
  return existing(rows[0]);
}

export async function findReadable(db: Executor, principal: Principal, id: string): Promise<LockedCourse> {
  const { rows } = await sql<LockedCourse>`select ${judgedColumns(principal)} from courses
    where courses.id = ${id} and ${readable(principal)}`.execute(db);
  return existing(rows[0]);
}

function existing(course: LockedCourse | undefined): LockedCourse {
  if (!course) throw new AppError('notFound');
  return course;
}

export async function insertCourse(transaction: Executor, course: Insertable<Courses>): Promise<void> {
  await transaction.insertInto('courses').values(course).execute();
}

/** Column values or SQL expressions for them. */
export type CourseColumns = {
  [Column in keyof Updateable<Courses>]?: Updateable<Courses>[Column] | RawBuilder<unknown>;
};

/** Returns the new version. */
export async function updateCourse(transaction: Executor, id: string, columns: CourseColumns): Promise<number> {
  const { version } = await transaction
    .updateTable('courses')
    .set((set) => ({
      ...(columns as Updateable<Courses>),
      version: set('version', '+', 1),
      updated_at: set.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteCourse(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('courses').where('id', '=', id).execute();
}

/** A course with this code in the same term; courses in Trash don't count. */
export async function findByCode(
  db: Executor,
  { code, term }: { code: string; term: string },
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from courses
    where lower(code) = lower(${code}) and lower(term) = lower(${term}) and state <> 'trashed'`.execute(db);
  return rows[0];
}

export async function listTerms(db: Executor, principal: Principal): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`select distinct courses.term from courses
    where courses.term <> '' and courses.state <> 'trashed' and ${readable(principal)}
    order by courses.term desc limit 200`.execute(db);
  return rows.map((row) => row.term);
}

type Unit = { id: string; disabled: boolean };
export async function findSubject(db: Executor, id: string): Promise<Unit | undefined> {
  const row = await db.selectFrom('subjects').select(['id', 'disabled_at']).where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, disabled: row.disabled_at !== null };
}

export async function findCollege(db: Executor, id: string): Promise<Unit | undefined> {
  const row = await db.selectFrom('colleges').select(['id', 'disabled_at']).where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, disabled: row.disabled_at !== null };
}

export function findDepartment(db: Executor, id: string): Promise<{ id: string; college_id: string } | undefined> {
  return db.selectFrom('departments').select(['id', 'college_id']).where('id', '=', id).executeTakeFirst();
}

export function findPerson(db: Executor, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'department_id'])
    .where('id', '=', id)
    .where('access', '=', 0)
    .executeTakeFirst();
}

/** In Trash for more than this many days. */
export async function listTrashedFor(
  db: Executor,
  days: number,
  limit: number,
): Promise<Pick<LockedCourse, 'id' | 'name' | 'code' | 'term'>[]> {
  const { rows } = await sql<
    Pick<LockedCourse, 'id' | 'name' | 'code' | 'term'>
  >`select id, name, code, term from courses
    where state = 'trashed' and state_since < now() - make_interval(days => ${days})
    order by state_since limit ${limit}`.execute(db);
  return rows;
}

export function findCover(db: Executor, courseId: string) {
  return db
    .selectFrom('courses')
    .innerJoin('files', 'files.id', 'courses.cover_file_id')
    .select(['files.id', 'files.store_key', 'files.content_type', 'files.size_bytes'])
    .where('courses.id', '=', courseId)
    .where('files.content_type', 'in', shownTypes)
    .where(({ not }) => not(isMasked))
    .executeTakeFirst();
}

export type WantedPerson = { userId: string | null; name: string; part: CoursePart };

/** In display order. People with an account appear under its current name. */
export async function listPeople(db: Executor, courseId: string): Promise<CoursePersonRow[]> {
  const { rows } = await sql<CoursePersonRow>`
    select person.id, person.user_id as "userId", coalesce(users.name, person.name) as name, person.part
    from course_people person left join users on users.id = person.user_id
    where person.course_id = ${courseId} order by person.position, person.id`.execute(db);
  return rows;
}

export async function replacePeople(
  transaction: Executor,
  courseId: string,
  people: readonly WantedPerson[],
): Promise<void> {
  await transaction.deleteFrom('course_people').where('course_id', '=', courseId).execute();
  if (people.length === 0) return;
  const rows = people.map(({ userId, name, part }, place) => ({
    id: newId(),
    course_id: courseId,
    user_id: userId,
    name: userId ? '' : name,
    part,
    position: place + 1,
  }));
  await transaction.insertInto('course_people').values(rows).execute();
}

export async function listUnknownPeople(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select given.id from unnest(${userIds}::uuid[]) given (id)
    where not exists (select from users where users.id = given.id)`.execute(db);
  return rows.map((row) => row.id);
}

/** In the person's data scope; `false` instead of null for courses without a department. */
export function inScope(principal: Principal): RawBuilder<boolean> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`courses.department_id`,
    ownerId: sql`courses.owner_id`,
  });
  return sql<boolean>`coalesce(${scope}, false)`;
}

/** Listed as a teacher or editor of the course. */
function isNamed(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`exists (select from course_people person where person.course_id = courses.id
    and person.user_id = ${principal.userId} and person.part in ('teacher', 'editor'))`;
}

/**
 * What this person may read: courses in their data scope, their own, those they teach or edit, and all published ones.
 */
export function readable(principal: Principal): RawBuilder<boolean> {
  if (dataScopeOf(principal).kind === 'all') return sql<boolean>`true`;
  return sql<boolean>`(courses.state = 'published' or courses.owner_id = ${principal.userId}
    or ${inScope(principal)}
    or exists (select from course_people person where person.course_id = courses.id
      and person.user_id = ${principal.userId}))`;
}
