import { type BoundedCount, countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { DataScope } from '../access/data-scope.ts';
import type { Executor } from '../db/database.ts';
import { plannedEachTime } from '../db/preparing-client.ts';
import type { Condition, ListSource } from './list-source.ts';

/** Counts matching rows up to a limit. When several conditions are given, they must be disjoint. */
export async function countUpTo(
  db: Executor,
  source: ListSource,
  conditions: Condition | readonly Condition[],
  most: number = countLimit,
): Promise<BoundedCount> {
  const parts = [conditions].flat().map((part) => sql`select 1 from ${source.from} where ${part}`);
  const { rows } = await sql<{ count: number }>`${sql.raw(plannedEachTime)}
    select count(*) as count from (${sql.join(parts, sql` union all `)} limit ${most + 1}) matching`.execute(db);
  return boundedCount(rows[0]?.count ?? 0, most);
}

export function boundedCount(count: number, most: number): BoundedCount {
  return count > most ? { value: most, exact: false } : { value: count, exact: true };
}

/**
 * Tab counts from the sums that triggers maintain, exact at any size. Own-rows scopes are counted directly instead,
 * since they have few rows.
 */
export async function readTabCounts(
  db: Executor,
  list: string,
  tabs: readonly string[],
  scope: Exclude<DataScope, { kind: 'own' }>,
): Promise<Record<string, BoundedCount>> {
  const within = scope.kind === 'all' ? sql`true` : sql`department_id = any (${scope.ids}::uuid[])`;
  const { rows } = await sql<{ tab: string; count: number }>`
    select tab, sum(delta)::bigint as count from list_counts where list = ${list} and ${within} group by tab`.execute(
    db,
  );
  const counts = new Map(rows.map((row) => [row.tab, row.count]));
  return Object.fromEntries(tabs.map((tab) => [tab, { value: counts.get(tab) ?? 0, exact: true }]));
}
