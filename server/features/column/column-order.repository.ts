import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Condition, type ListSource, preparedFor } from '../../platform/list/list-source.ts';
import { beyond, sortOf } from '../../platform/list/read-page.ts';
import { viewConditions } from '../../platform/list/view-conditions.ts';
import { parseRule } from './column.policy.ts';
import type { ColumnRecord } from './column.repository.ts';

export type ItemRow = { id: string; pinned: boolean; hidden: boolean };
type ItemPage = { conditions: Condition; hidden: RawBuilder<unknown>; after: string | undefined; limit: number };

/** Column sort rules mapped to the sorts of the resource list. */
export const listSorts: Readonly<Record<string, string>> = { newest: '-created', title: 'title', updated: '-updated' };

/** Items placed by hand, pins first. */
export async function listItemsByHand(
  db: Executor,
  source: ListSource,
  column: ColumnRecord,
  { conditions, hidden, after, limit }: ItemPage,
): Promise<ItemRow[]> {
  const sort = listSorts[column.sort_rule];
  const { key, descending } = sort
    ? sortOf(source, sort)
    : { key: { by: sql`column_items.position`, type: 'numeric' }, descending: false };
  const way = descending ? sql`desc` : sql`asc`;
  const further = descending ? sql`<` : sql`>`;
  const from = sql`column_items join resources on resources.id = column_items.resource_id`;
  const { rows } = await sql<ItemRow>`
    ${
      after
        ? sql`with last as (select column_items.pinned, ${key.by} as key, resources.id from ${from}
      where column_items.column_id = ${column.id} and resources.id = ${after})`
        : sql``
    }
    select resources.id, column_items.pinned, ${hidden} as hidden from ${from}
    where column_items.column_id = ${column.id} and ${conditions}
    ${
      after
        ? sql`and exists (select 1 from last where column_items.pinned < last.pinned
      or (column_items.pinned = last.pinned and (${key.by}, resources.id) ${further} (last.key, last.id)))`
        : sql``
    }
    order by column_items.pinned desc, ${key.by} ${way}, resources.id ${way}
    limit ${limit}`.execute(db);
  return rows;
}

/** Items matching a rule, in the order of the column or the rule. */
export async function listItemsByRule(
  db: Executor,
  source: ListSource,
  sort: string,
  { conditions, hidden, after, limit }: ItemPage,
): Promise<ItemRow[]> {
  const { key, descending } = sortOf(source, sort);
  const way = descending ? sql`desc` : sql`asc`;
  const last = after
    ? (
        await sql<{ key: string; id: string }>`select (${key.by})::text as key, resources.id from ${source.from}
          where resources.id = ${after}`.execute(db)
      ).rows[0]
    : undefined;
  if (after && !last) return [];
  const { rows } = await sql<ItemRow>`
    select resources.id, false as pinned, ${hidden} as hidden from ${source.from}
    where ${conditions} ${last ? sql`and ${beyond(source, key, last, !descending)}` : sql``}
    order by ${key.by} ${way}, resources.id ${way} limit ${limit}`.execute(db);
  return rows;
}

/** Rules select from all resources; read access is checked elsewhere. */
const everybody: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '',
  account: '',
  name: '',
  roleId: 1,
  permissions: [],
  departmentId: null,
  departmentPath: null,
  dataScope: 'role',
  departmentIds: [],
  deptCode: null,
  mustChangePassword: false,
};

/** Undefined for a stored rule that is no longer valid; it matches nothing. */
export async function ruleConditions(
  db: Executor,
  source: ListSource,
  rule: string,
  timeZone: string,
): Promise<Condition | undefined> {
  try {
    const view = parseRule(rule);
    return viewConditions(await preparedFor(db, source, view), view, everybody, { timeZone });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
