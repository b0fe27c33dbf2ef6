import { audienceWords } from '@lectern/contract/audience.ts';
import { type CourseRow, courseList } from '@lectern/contract/features/course.ts';
import type { ProblemKind } from '@lectern/contract/features/course-check.ts';
import { courseStateWords } from '@lectern/contract/features/course-words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';
import { type Condition, type ListSource, listSource } from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isInRange, isOneOf, searches } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { readable } from '../course-scope.ts';
import { type CourseRecord, presentCourse, recordColumns, recordJoins } from './course-record.ts';

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
  audience: (row, { language }) => audienceWords[row.audience][language],
  state: (row, { language }) => courseStateWords[row.state][language],
  owner: (row) => row.owner.name,
  language: (row) => row.language,
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

/** In one of the nodes of a tree with paths, or below it. */
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
  columns: sql`courses.id`,
  columnsFor: recordColumns,
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
