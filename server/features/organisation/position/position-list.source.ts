import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import { type PositionRow, positionList } from '@lectern/contract/features/position.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import { type ExportWords, listSource } from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isOneOf } from '../../../platform/list/meanings.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { countUnitTabs, stateWords } from '../unit-counts.ts';

export type PositionRecord = {
  id: string;
  name: string;
  role_id: number;
  data_scope: string;
  description: string;
  groups: { id: string; name: string }[];
  people: number;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

const itsGroups = sql`permission_group_members member join permission_groups groups on groups.id = member.group_id
  where member.position_id = positions.id`;

/** Everyone who may open the page sees all positions; the user list shows who holds them. */
export const positionListSource = listSource<typeof positionList, PositionRecord>({
  list: positionList,
  from: sql`positions`,
  id: sql`positions.id`,
  columns: sql`positions.id, positions.name, positions.role_id, positions.data_scope, positions.description,
    positions.disabled_at, positions.created_at, positions.updated_at, positions.version,
    (select count(*) from users where users.position_id = positions.id) as people,
    (select coalesce(jsonb_agg(jsonb_build_object('id', groups.id, 'name', groups.name) order by groups.name, groups.id), '[]')
      from ${itsGroups}) as groups`,
  scope: () => sql`true`,
  search: (text) => sql`(${contains(sql`positions.name`, text)} or ${contains(sql`positions.description`, text)})`,
  filters: {
    name: (text) => contains(sql`positions.name`, text),
    role: (roles) => isOneOf(sql`positions.role_id`, roles.map(Number)),
    dataScope: (scopes) => isOneOf(sql`positions.data_scope`, scopes),
    group: (text) => sql`exists (select 1 from ${itsGroups} and ${contains(sql`groups.name`, text)})`,
    people: (yes) => sql`exists (select 1 from users where users.position_id = positions.id) = ${yes}`,
    updated: (days, context) => isBetweenDays(sql`positions.updated_at`, days, context),
  },
  sorts: {
    order: { by: sql`positions.sort`, type: 'numeric' },
    name: { by: sql`lower(positions.name)`, type: 'text' },
    role: { by: sql`positions.role_id`, type: 'integer' },
    updated: { by: sql`positions.updated_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    enabled: sql`positions.disabled_at is null`,
    disabled: sql`positions.disabled_at is not null`,
  },
  countTabs: (db) => countUnitTabs(db, sql`positions`),
  present: presentPosition,
  exportCell: (column, row, words) =>
    exportCells[column as keyof typeof positionList.columns](row as PositionRow, words),
});

const exportCells: Record<keyof typeof positionList.columns, (row: PositionRow, words: ExportWords) => Cell> = {
  name: (position) => position.name,
  role: (position, words) => messagesIn(words.language).words.roles[position.roleId],
  dataScope: (position, words) => messagesIn(words.language).position.scopes[position.dataScope],
  groups: (position) => position.groups.map((group) => group.name).join('; '),
  people: (position) => position.people,
  state: (position, words) => stateWords(position.disabled, words.language),
  description: (position) => position.description,
  updated: (position, words) => words.instant(position.updatedAt),
};

export function presentPosition(row: PositionRecord): PositionRow {
  return {
    id: row.id,
    name: row.name,
    roleId: row.role_id as RoleId,
    dataScope: row.data_scope as DataScopeName,
    description: row.description,
    groups: row.groups,
    people: row.people,
    disabled: row.disabled_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
