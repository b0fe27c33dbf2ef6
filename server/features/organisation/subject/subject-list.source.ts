import { type SubjectRow, subjectList } from '@lectern/contract/features/subject-management.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import { type Condition, type ExportWords, listSource } from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isOneOf } from '../../../platform/list/meanings.ts';
import { countUnitTabs, stateWords } from '../unit-counts.ts';
import { presentSubject, type SubjectRecord } from './subject.presenter.ts';

const itself = sql`= subjects.id`;
const withBelow = sql`= any (array(select below.id from subjects below where below.path like subjects.path || '%'))`;
/** Conditions on rows of `courses` and `resources` that limit counts to what the viewer may read. */
export type ReadableContent = { courses: Condition; resources: Condition };
export type ReadableContentFor = (principal: Principal) => ReadableContent;

const coursesIn = (where: RawBuilder<unknown>, readable: Condition) =>
  sql`(select count(*)::integer from courses where courses.subject_id ${where}
    and courses.state <> 'trashed' and ${readable})`;
const resourcesIn = (where: RawBuilder<unknown>, readable: Condition) =>
  sql`(select count(*)::integer from resources where resources.subject_id ${where}
    and resources.state not in ('trashed', 'purged') and ${readable})`;

/** All columns except the counts. */
export const plainColumns = sql`subjects.id, subjects.code, subjects.name, subjects.description, subjects.path,
  subjects.disabled_at, subjects.withheld, subjects.created_at, subjects.updated_at, subjects.version,
  above.id as parent_id, above.name as parent_name, above.code as parent_code,
  array(select jsonb_build_object('id', colleges.id, 'name', colleges.name, 'code', colleges.code)
    from subject_colleges join colleges on colleges.id = subject_colleges.college_id
    where subject_colleges.subject_id = subjects.id order by colleges.sort, colleges.id) as colleges,
  (select count(*)::integer from subjects below where below.parent_id = subjects.id) as subjects`;

/** With counts of the content that the viewer may read. */
export const subjectColumns = ({ courses, resources }: ReadableContent) => sql`${plainColumns},
  ${coursesIn(itself, courses)} as courses, ${coursesIn(withBelow, courses)} as courses_below,
  ${resourcesIn(itself, resources)} as resources, ${resourcesIn(withBelow, resources)} as resources_below`;

/** Joins the parent subject as `above`. */
export const subjectJoins = sql`left join subjects above on above.id = subjects.parent_id`;

/** Everyone who may open the page sees all subjects. */
export const subjectListSource = (readable: ReadableContentFor) =>
  listSource<typeof subjectList, SubjectRecord>({
    list: subjectList,
    from: sql`subjects`,
    joins: subjectJoins,
    id: sql`subjects.id`,
    columns: (principal) => subjectColumns(readable(principal)),
    scope: () => sql`true`,
    search: (text) => sql`(${contains(sql`subjects.name`, text)} or ${contains(sql`subjects.code`, text)})`,
    filters: {
      name: (text) => contains(sql`subjects.name`, text),
      code: (text) => contains(sql`subjects.code`, text),
      college: (ids) => sql`exists (select from subject_colleges where subject_id = subjects.id
      and ${isOneOf(sql`college_id`, ids)})`,
      below: (ids) => sql`exists (select from subjects above where above.id in (${sql.join(ids)})
      and subjects.path like above.path || '%')`,
      used: (yes) => sql`(exists (select from courses where courses.subject_id = subjects.id)
      or exists (select from resources where resources.subject_id = subjects.id)) = ${yes}`,
      updated: (days, context) => isBetweenDays(sql`subjects.updated_at`, days, context),
    },
    sorts: {
      name: { by: sql`lower(subjects.name)`, type: 'text' },
      code: { by: sql`lower(subjects.code)`, type: 'text' },
      updated: { by: sql`subjects.updated_at`, type: 'timestamptz' },
    },
    tabs: {
      all: sql`true`,
      enabled: sql`subjects.disabled_at is null`,
      disabled: sql`subjects.disabled_at is not null`,
    },
    countTabs: (db) => countUnitTabs(db, sql`subjects`),
    present: presentSubject,
    exportCell: (column, row, words) =>
      exportCells[column as keyof typeof subjectList.columns](row as SubjectRow, words),
  });

const exportCells: Record<keyof typeof subjectList.columns, (row: SubjectRow, words: ExportWords) => Cell> = {
  name: (subject) => subject.name,
  code: (subject) => subject.code,
  parent: (subject) => subject.parent?.name ?? null,
  colleges: (subject) => subject.colleges.map((college) => college.name).join('; '),
  courses: (subject) => subject.courses,
  resources: (subject) => subject.resources,
  state: (subject, words) => stateWords(subject.disabled, words.language),
  parentCode: (subject) => subject.parent?.code ?? null,
  collegeCodes: (subject) => subject.colleges.map((college) => college.code).join('; '),
  description: (subject) => subject.description,
  updated: (subject, words) => words.instant(subject.updatedAt),
};
