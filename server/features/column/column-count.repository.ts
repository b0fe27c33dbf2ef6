import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import { isPublicResource } from '../publication/public.ts';

/** What the front site shows to visitors of the campus: the one rule of publication, dates included. */
export function shownToCampus(timeZone: string): Condition {
  return isPublicResource({ audience: 'campus', timeZone });
}

export type ColumnCount = { held: number; shown: number };

/** What columns hold by hand, for the whole tree at once. */
export async function countByHand(db: Executor, isShown: Condition): Promise<Map<string, ColumnCount>> {
  const { rows } = await sql<{ column_id: string; held: number; shown: number }>`
    select column_items.column_id, count(*) as held, count(*) filter (where ${isShown}) as shown
    from column_items join resources on resources.id = column_items.resource_id
    where resources.state not in ('trashed', 'purged')
    group by column_items.column_id`.execute(db);
  return new Map(rows.map(({ column_id, held, shown }) => [column_id, { held, shown }]));
}

/** What rules match, never further than anybody reads, for many rules at once. */
export async function countByRules(
  db: Executor,
  source: ListSource,
  rules: readonly { key: string; conditions: Condition }[],
  isShown: Condition,
): Promise<Map<string, ColumnCount>> {
  if (rules.length === 0) return new Map();
  const upTo = (conditions: Condition) => sql`(select count(*) from (
    select 1 from ${source.from} where ${conditions} limit ${countLimit}) matching)`;
  const selects = rules.map(
    ({ key, conditions }) => sql`select ${key}::text as key, ${upTo(conditions)} as held,
      ${upTo(sql`${conditions} and ${isShown}`)} as shown`,
  );
  const { rows } = await sql<ColumnCount & { key: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ key, held, shown }) => [key, { held, shown }]));
}
