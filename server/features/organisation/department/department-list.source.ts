import { type DepartmentRow, departmentList } from '@lectern/contract/features/department.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import { type ExportWords, listSource } from '../../../platform/list/list-source.ts';
import { contains, isBelow, isBetweenDays, isOneOf } from '../../../platform/list/meanings.ts';
import { countUnitTabs, peopleIn, resourcesIn, stateWords } from '../unit-counts.ts';
import { type DepartmentRecord, presentDepartment } from './department.presenter.ts';

const itself = sql`departments.id`;

/** Everyone who may open the page sees all departments. */
export const departmentListSource = listSource<typeof departmentList, DepartmentRecord>({
  list: departmentList,
  from: sql`departments`,
  joins: sql`
    join colleges on colleges.id = departments.college_id
    left join departments above on above.id = departments.parent_id
    left join users head on head.id = departments.head_id`,
  id: sql`departments.id`,
  columns: sql`departments.id, departments.code, departments.name, departments.description, departments.path,
    departments.disabled_at, departments.created_at, departments.updated_at, departments.version,
    colleges.id as college_id, colleges.name as college_name, colleges.code as college_code,
    above.id as parent_id, above.name as parent_name, above.code as parent_code,
    head.id as head_id, head.name as head_name, head.account as head_account,
    (select count(*) from departments below where below.parent_id = departments.id) as departments,
    (select count(distinct position_id) from users where department_id = departments.id) as positions,
    ${peopleIn(itself)} as people, ${resourcesIn(itself)} as resources`,
  scope: () => sql`true`,
  search: (text) => sql`(${contains(sql`departments.name`, text)} or ${contains(sql`departments.code`, text)})`,
  filters: {
    name: (text) => contains(sql`departments.name`, text),
    code: (text) => contains(sql`departments.code`, text),
    college: (ids) => isOneOf(sql`departments.college_id`, ids),
    below: (ids) => isBelow(itself, sql`departments`, ids),
    head: (id) => sql`departments.head_id = ${id}`,
    people: (yes) => sql`exists (select 1 from users where users.department_id = departments.id) = ${yes}`,
    updated: (days, context) => isBetweenDays(sql`departments.updated_at`, days, context),
  },
  sorts: {
    name: { by: sql`lower(departments.name)`, type: 'text' },
    code: { by: sql`lower(departments.code)`, type: 'text' },
    updated: { by: sql`departments.updated_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    enabled: sql`departments.disabled_at is null`,
    disabled: sql`departments.disabled_at is not null`,
  },
  countTabs: (db) => countUnitTabs(db, sql`departments`),
  present: presentDepartment,
  exportCell: (column, row, words) =>
    exportCells[column as keyof typeof departmentList.columns](row as DepartmentRow, words),
});

const exportCells: Record<keyof typeof departmentList.columns, (row: DepartmentRow, words: ExportWords) => Cell> = {
  name: (department) => department.name,
  code: (department) => department.code,
  college: (department) => department.college.name,
  parent: (department) => department.parent?.name ?? null,
  head: (department) => department.head?.name ?? null,
  people: (department) => department.people,
  positions: (department) => department.positions,
  resources: (department) => department.resources,
  state: (department, words) => stateWords(department.disabled, words.language),
  collegeCode: (department) => department.college.code,
  parentCode: (department) => department.parent?.code ?? null,
  headAccount: (department) => department.head?.account ?? null,
  description: (department) => department.description,
  updated: (department, words) => words.instant(department.updatedAt),
};
