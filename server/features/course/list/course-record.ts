import type { CourseRow } from '@lectern/contract/features/course.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import { inScope } from '../course-scope.ts';

/** A course as lists read it. */
export type CourseRecord = {
  id: string;
  name: string;
  code: string;
  term: string;
  language: string | null;
  audience: CourseRow['audience'];
  cover_file_id: string | null;
  subject_id: string | null;
  subject_name: string | null;
  college_id: string | null;
  college_name: string | null;
  department_id: string | null;
  department_name: string | null;
  owner_id: string;
  owner_name: string;
  teachers: string[];
  state: CourseRow['state'];
  state_reason: string | null;
  withheld: boolean;
  state_since: Date;
  published_at: Date | null;
  available_from: Date | null;
  available_until: Date | null;
  chapter_count: number;
  resource_count: number;
  missing_count: number;
  without_text_count: number;
  without_subtitles_count: number;
  sensitive_count: number;
  completeness: number | null;
  in_scope: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
};

export const recordJoins = sql`
  join users owner on owner.id = courses.owner_id
  left join subjects on subjects.id = courses.subject_id
  left join colleges on colleges.id = courses.college_id
  left join departments on departments.id = courses.department_id`;

export function recordColumns(principal: Principal): RawBuilder<unknown> {
  return sql`courses.id, courses.name, courses.code, courses.term, courses.language, courses.audience, courses.cover_file_id,
    courses.subject_id, subjects.name as subject_name, courses.college_id, colleges.name as college_name,
    courses.department_id, departments.name as department_name, courses.owner_id, owner.name as owner_name,
    array(select coalesce(users.name, person.name) from course_people person left join users on users.id = person.user_id
      where person.course_id = courses.id and person.part = 'teacher' order by person.position, person.id) as teachers,
    courses.state, courses.state_reason, courses.withheld, courses.state_since, courses.published_at, courses.available_from,
    courses.available_until, courses.chapter_count, courses.resource_count, courses.missing_count,
    courses.without_text_count, courses.without_subtitles_count, courses.sensitive_count, courses.completeness,
    ${inScope(principal)} as in_scope, courses.created_at, courses.updated_at, courses.version`;
}

const named = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null);

export function presentCourse(row: CourseRecord): CourseRow {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    term: row.term,
    language: row.language,
    audience: row.audience,
    cover: row.cover_file_id && `/courses/${row.id}/cover?file=${row.cover_file_id}`,
    subject: named(row.subject_id, row.subject_name),
    college: named(row.college_id, row.college_name),
    department: named(row.department_id, row.department_name),
    teachers: row.teachers,
    owner: { id: row.owner_id, name: row.owner_name },
    state: row.state,
    stateReason: row.state_reason,
    withheld: row.withheld,
    stateSince: row.state_since.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    availableFrom: row.available_from?.toISOString() ?? null,
    availableUntil: row.available_until?.toISOString() ?? null,
    counts: {
      chapters: row.chapter_count,
      resources: row.resource_count,
      missing: row.missing_count,
      withoutText: row.without_text_count,
      withoutSubtitles: row.without_subtitles_count,
      sensitive: row.sensitive_count,
      completeness: row.completeness,
    },
    inScope: row.in_scope,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
