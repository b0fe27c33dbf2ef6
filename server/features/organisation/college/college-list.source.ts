import { type CollegeRow, collegeList } from '@lectern/contract/features/college.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import { type ExportWords, listSource } from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays } from '../../../platform/list/meanings.ts';
import { countUnitTabs, peopleIn, resourcesIn, stateWords } from '../unit-counts.ts';

export type CollegeRecord = {
  id: string;
  code: string;
  name: string;
  short_name: string | null;
  contact: string | null;
  description: string;
  departments: number;
  people: number;
  resources: number;
  storage_bytes: number;
  quota_bytes: number | null;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

const itsDepartments = sql`select id from departments where college_id = colleges.id`;

/** Everyone who may open the page sees all colleges. */
export const collegeListSource = listSource<typeof collegeList, CollegeRecord>({
  list: collegeList,
  from: sql`colleges`,
  id: sql`colleges.id`,
  columns: sql`colleges.id, colleges.code, colleges.name, colleges.short_name, colleges.contact, colleges.description,
    colleges.disabled_at, colleges.created_at, colleges.updated_at, colleges.version,
    (select count(*) from departments where college_id = colleges.id) as departments,
    ${peopleIn(itsDepartments)} as people, ${resourcesIn(itsDepartments)} as resources,
    (select coalesce(sum(bytes), 0)::bigint from library_usage join libraries on libraries.id = library_usage.library_id
      where libraries.college_id = colleges.id) as storage_bytes,
    (select case when bool_and(quota_bytes is not null) then sum(quota_bytes)::bigint end from libraries
      where libraries.college_id = colleges.id) as quota_bytes`,
  scope: () => sql`true`,
  search: (text) =>
    sql`(${contains(sql`colleges.name`, text)} or ${contains(sql`colleges.code`, text)}
      or ${contains(sql`coalesce(colleges.short_name, '')`, text)})`,
  filters: {
    name: (text) => contains(sql`colleges.name`, text),
    code: (text) => contains(sql`colleges.code`, text),
    contact: (text) => contains(sql`coalesce(colleges.contact, '')`, text),
    people: (yes) => sql`exists (select 1 from users where department_id in (${itsDepartments})) = ${yes}`,
    updated: (days, context) => isBetweenDays(sql`colleges.updated_at`, days, context),
  },
  sorts: {
    order: { by: sql`colleges.sort`, type: 'numeric' },
    name: { by: sql`lower(colleges.name)`, type: 'text' },
    code: { by: sql`lower(colleges.code)`, type: 'text' },
    updated: { by: sql`colleges.updated_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    enabled: sql`colleges.disabled_at is null`,
    disabled: sql`colleges.disabled_at is not null`,
  },
  countTabs: (db) => countUnitTabs(db, sql`colleges`),
  present: presentCollege,
  exportCell: (column, row, words) => exportCells[column as keyof typeof collegeList.columns](row as CollegeRow, words),
});

const exportCells: Record<keyof typeof collegeList.columns, (college: CollegeRow, words: ExportWords) => Cell> = {
  name: (college) => college.name,
  code: (college) => college.code,
  shortName: (college) => college.shortName,
  contact: (college) => college.contact,
  departments: (college) => college.departments,
  people: (college) => college.people,
  resources: (college) => college.resources,
  storage: (college) => college.storageBytes,
  state: (college, words) => stateWords(college.disabled, words.language),
  description: (college) => college.description,
  updated: (college, words) => words.instant(college.updatedAt),
};

export function presentCollege(row: CollegeRecord): CollegeRow {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    shortName: row.short_name,
    contact: row.contact,
    description: row.description,
    departments: row.departments,
    people: row.people,
    resources: row.resources,
    storageBytes: row.storage_bytes,
    quotaBytes: row.quota_bytes,
    disabled: row.disabled_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
