import { type CourseRow, courseList } from '@lectern/contract/features/course.ts';
import type { ProblemKind } from '@lectern/contract/features/course-check.ts';
import { languageName } from '@lectern/contract/language.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell } from '../../platform/list/csv.ts';
import { type Condition, type ExportWords, type ListSource, listSource } from '../../platform/list/list-source.ts';
import { contains, isBetweenDays, isInRange, isOneOf, searches } from '../../platform/list/meanings.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { inScope, readable } from './course.repository.ts';

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

type Cells = Record<keyof (typeof courseList)['columns'], (row: CourseRow, words: ExportWords) => Cell>;

const cells: Cells = {
  name: (row) => row.name,
  code: (row) => row.code,
  subject: (row) => row.subject?.name ?? null,
  college: (row) => row.college?.name ?? null,
  department: (row) => row.department?.name ?? null,
  teachers: (row) => row.teachers.join('; '),
  term: (row) => row.term,
  chapters: (row) => row.counts.chapters,
  resources: (row) => row.counts.resources,
  completeness: (row) => row.counts.completeness,
  audience: (row, { language }) => messagesIn(language).words.audiences[row.audience],
  state: (row, { language }) => messagesIn(language).courseStates[row.state],
  owner: (row) => row.owner.name,
  language: (row, words) => row.language && languageName(row.language, words.language),
  published: (row, words) => words.instant(row.publishedAt),
  created: (row, words) => words.instant(row.createdAt),
  updated: (row, words) => words.instant(row.updatedAt),
};

const problems: Record<ProblemKind, Condition> = {
  missing: sql`courses.missing_count > 0`,
  withoutText: sql`courses.without_text_count > 0`,
  withoutSubtitles: sql`courses.without_subtitles_count > 0`,
  sensitive: sql`courses.sensitive_count > 0`,
  empty: sql`(courses.chapter_count = 0 or courses.empty_count > 0)`,
};

const live = sql`courses.state <> 'trashed'`;
const tabs = {
  all: live,
  draft: sql`courses.state = 'draft'`,
  inReview: sql`courses.state = 'in_review'`,
  published: sql`courses.state = 'published'`,
  offline: sql`courses.state = 'offline'`,
  archived: sql`courses.state = 'archived'`,
  incomplete: sql`(courses.state not in ('trashed', 'archived')
    and (courses.completeness is distinct from 100 or courses.empty_count > 0))`,
  trash: sql`courses.state = 'trashed'`,
};

/** In one of these nodes of a path tree, or below. */
function isBelow(column: RawBuilder<unknown>, tree: RawBuilder<unknown>, ids: readonly string[]): Condition {
  return sql`${column} = any (array(
    select below.id from ${tree} above join ${tree} below on below.path like above.path || '%'
    where above.id in (${sql.join(ids)})))`;
}

export const courseListSource: ListSource = listSource<typeof courseList, CourseRecord>({
  list: courseList,
  from: sql`courses`,
  joins: recordJoins,
  id: sql`courses.id`,
  columns: recordColumns,
  scope: readable,
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => searches(sql`courses.search_text`, word))]),
  filters: {
    name: (text) => contains(sql`courses.name`, text),
    code: (text) => contains(sql`courses.code`, text),
    subject: (ids) => isBelow(sql`courses.subject_id`, sql`subjects`, ids),
    college: (ids) => isOneOf(sql`courses.college_id`, ids),
    department: (ids) => isBelow(sql`courses.department_id`, sql`departments`, ids),
    teacher: (id) => sql`courses.id in (
      select course_id from course_people where user_id = ${id} and part = 'teacher')`,
    owner: (id) => sql`courses.owner_id = ${id}`,
    term: (text) => sql`lower(courses.term) = ${text.toLowerCase()}`,
    state: (states) => isOneOf(sql`courses.state`, states),
    completeness: (range) => isInRange(sql`courses.completeness`, range),
    problem: (kinds) =>
      sql`(${sql.join(
        kinds.map((kind) => problems[kind as ProblemKind]),
        sql` or `,
      )})`,
    audience: (audiences) => isOneOf(sql`courses.audience`, audiences),
    language: (languages) => isOneOf(sql`courses.language`, languages),
    chapters: (range) => isInRange(sql`courses.chapter_count`, range),
    resources: (range) => isInRange(sql`courses.resource_count`, range),
    created: (days, context) => isBetweenDays(sql`courses.created_at`, days, context),
    updated: (days, context) => isBetweenDays(sql`courses.updated_at`, days, context),
    published: (days, context) => isBetweenDays(sql`courses.published_at`, days, context),
  },
  sorts: {
    name: { by: sql`lower(courses.name)`, type: 'text' },
    code: { by: sql`lower(courses.code)`, type: 'text' },
    completeness: { by: sql`coalesce(courses.completeness, -1)`, type: 'integer' },
    updated: { by: sql`courses.updated_at`, type: 'timestamptz' },
  },
  tabs,
  async countTabs(db, principal) {
    const counts = Object.entries(tabs).map(
      ([tab, condition]) => sql`(count(*) filter (where ${condition}))::integer as ${sql.ref(tab)}`,
    );
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(counts)} from courses where ${readable(principal)}`.execute(db);
    return Object.fromEntries(courseList.tabs.map((tab) => [tab, { value: rows[0]?.[tab] ?? 0, exact: true }]));
  },
  present: presentCourse,
  exportCell: (column, row, words) => cells[column as keyof Cells](row as CourseRow, words),
});
