import { type PermissionGroupRow, permissionGroupList } from '@lectern/contract/features/permission-group.ts';
import { sql } from 'kysely';
import type { Cell } from '../../platform/list/csv.ts';
import { type ExportWords, type ListSource, listSource } from '../../platform/list/list-source.ts';
import { contains, finds, isBetweenDays, isOneOf } from '../../platform/list/meanings.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { peopleReached } from './permission-group.repository.ts';

type GroupRecord = {
  id: string;
  name: string;
  description: string;
  allows: number;
  forbids: number;
  users: number;
  positions: number;
  departments: number;
  people: number;
  default_for: PermissionGroupRow['defaultFor'];
  updated_by: string | null;
  updated_by_name: string | null;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
};

const members = (column: 'user_id' | 'position_id' | 'department_id') => sql`(
  select count(*)::int from permission_group_members member
  where member.group_id = permission_groups.id and member.${sql.ref(column)} is not null)`;
const rules = (flag: 0 | 1) => sql`(
  select count(*)::int from permission_group_rules rule
  where rule.group_id = permission_groups.id and rule.flag = ${sql.lit(flag)})`;

const searchText = sql`lower(permission_groups.name || ' ' || permission_groups.description)`;

function presentRow(row: GroupRecord): PermissionGroupRow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    allows: row.allows,
    forbids: row.forbids,
    members: { user: row.users, position: row.positions, department: row.departments },
    people: row.people,
    defaultFor: row.default_for,
    updatedBy:
      row.updated_by && row.updated_by_name !== null ? { id: row.updated_by, name: row.updated_by_name } : null,
    updatedAt: row.updated_at.toISOString(),
    deleted: row.deleted_at !== null,
    version: row.version,
  };
}

type Cells = Record<
  keyof (typeof permissionGroupList)['columns'],
  (row: PermissionGroupRow, words: ExportWords) => Cell
>;

const cells: Cells = {
  name: (row) => row.name,
  description: (row) => row.description,
  allows: (row) => row.allows,
  forbids: (row) => row.forbids,
  members: (row) => row.members.user + row.members.position + row.members.department,
  people: (row) => row.people,
  updatedBy: (row) => row.updatedBy?.name ?? null,
  updated: (row, words) => words.instant(row.updatedAt),
};

/** Everyone who may open the page sees every group. */
export const permissionGroupListSource: ListSource = listSource<typeof permissionGroupList, GroupRecord>({
  list: permissionGroupList,
  from: sql`permission_groups`,
  joins: sql`left join users changer on changer.id = permission_groups.updated_by`,
  id: sql`permission_groups.id`,
  columns: sql`permission_groups.id, permission_groups.name, permission_groups.description, ${rules(0)} as allows,
    ${rules(1)} as forbids, ${members('user_id')} as users, ${members('position_id')} as positions,
    ${members('department_id')} as departments, ${peopleReached(sql`permission_groups.id`)} as people,
    coalesce((select array_agg(role_id order by role_id) from default_groups
      where default_groups.group_id = permission_groups.id), '{}') as default_for,
    permission_groups.updated_by, changer.name as updated_by_name, permission_groups.updated_at,
    permission_groups.deleted_at, permission_groups.version`,
  scope: () => sql`true`,
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => finds(searchText, word))]),
  filters: {
    name: (text) => contains(sql`permission_groups.name`, text),
    member: (id) => sql`permission_groups.id in (
      select member.group_id from permission_group_reach member join users person on person.id = ${id}
      left join departments own on own.id = person.department_id
      where member.user_id = person.id or member.position_id = person.position_id
        or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[]))`,
    department: (ids) => sql`permission_groups.id in (
      select group_id from permission_group_members where ${isOneOf(sql`department_id`, ids)})`,
    forbidding: (yes) => sql`${yes ? sql`` : sql`not`} exists (
      select from permission_group_rules rule where rule.group_id = permission_groups.id and rule.flag = 1)`,
    updated: (days, context) => isBetweenDays(sql`permission_groups.updated_at`, days, context),
  },
  sorts: {
    name: { by: sql`lower(permission_groups.name)`, type: 'text' },
    updated: { by: sql`permission_groups.updated_at`, type: 'timestamptz' },
  },
  tabs: { all: sql`permission_groups.deleted_at is null`, deleted: sql`permission_groups.deleted_at is not null` },
  // Groups are few enough to count directly.
  async countTabs(db) {
    const { rows } = await sql<{ all: number; deleted: number }>`
      select (count(*) filter (where deleted_at is null))::int as "all",
        (count(*) filter (where deleted_at is not null))::int as deleted
      from permission_groups`.execute(db);
    const { all: kept, deleted } = rows[0] ?? { all: 0, deleted: 0 };
    return { all: { value: kept, exact: true }, deleted: { value: deleted, exact: true } };
  },
  present: presentRow,
  exportCell: (column, row, words) => cells[column as keyof Cells](row as PermissionGroupRow, words),
});
