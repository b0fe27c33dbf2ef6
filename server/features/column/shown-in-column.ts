import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ListSource } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { isPublicResource, type PublicRule } from '../publication/public.ts';
import { findColumn } from './column.repository.ts';
import { listItemsByHand, listItemsByRule, listSorts } from './column-order.repository.ts';
import { parseRule } from './column-rule.policy.ts';
import { ruleConditions } from './rule-conditions.ts';

/** What readers get of a column, in its order, up to its limit; whether the column itself is shown is asked apart. */
export function shownInColumn({ source, timeZone }: { source: ListSource; timeZone: string }) {
  return async (db: Executor, columnId: string, wanted: { shown: PublicRule; limit: number }): Promise<string[]> => {
    const column = await findColumn(db, columnId);
    if (!column) return [];
    const limit = Math.min(wanted.limit, column.item_limit ?? wanted.limit);
    const page = { hidden: sql`false`, after: undefined, limit };
    const conditions = isPublicResource(wanted.shown);
    if (column.mode === 'manual') {
      const items = await listItemsByHand(db, source, column, { ...page, conditions });
      return items.map((item) => item.id);
    }
    const matching = await ruleConditions(db, source, column.rule, timeZone);
    if (!matching) return [];
    const sort = listSorts[column.sort_rule] ?? parseRule(column.rule).sort;
    const items = await listItemsByRule(db, source, sort, { ...page, conditions: all([conditions, matching]) });
    return items.map((item) => item.id);
  };
}
