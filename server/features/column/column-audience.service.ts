import { sql } from 'kysely';
import { invalidField } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { parseRule } from './column.policy.ts';
import { type ColumnRecord, findColumn } from './column.repository.ts';
import { findItem } from './column-item.repository.ts';
import { listItemsByHand, listItemsByRule, listSorts, ruleConditions } from './column-order.repository.ts';

type Page = { after: string | undefined; size: number };
type Dependencies = { db: Db; source: ListSource; timeZone: string };

const nothing = sql`false`;

/**
 * The public content of columns. The caller decides what is public; the column decides what belongs to it and in which
 * order.
 */
export class ColumnAudienceService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** A condition on `resources` for being in the column. */
  async condition(columnId: string): Promise<Condition> {
    const { db, source, timeZone } = this.#dependencies;
    const column = await findColumn(db, columnId);
    if (!column) return nothing;
    if (column.mode === 'manual') {
      return sql`exists (select from column_items where column_items.column_id = ${columnId}
        and column_items.resource_id = resources.id)`;
    }
    const matching = await ruleConditions(db, source, column.rule, timeZone);
    // A subquery, because rules may refer to joined tables as well.
    return matching ? sql`resources.id in (select resources.id from ${source.from} where ${matching})` : nothing;
  }

  async page(columnId: string, isPublic: Condition, { after, size }: Page): Promise<{ ids: string[]; more: boolean }> {
    const column = await findColumn(this.#dependencies.db, columnId);
    if (!column) return { ids: [], more: false };
    const limit = column.item_limit;
    // A limited column ends a fixed number of rows from its start, so its ids are read from the start.
    const rows =
      limit === null
        ? await this.#items(column, isPublic, { after, limit: size + 1 })
        : behind(await this.#items(column, isPublic, { after: undefined, limit }), after);
    return { ids: rows.slice(0, size), more: rows.length > size };
  }

  async #items(
    column: ColumnRecord,
    isPublic: Condition,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<string[]> {
    const { db, source, timeZone } = this.#dependencies;
    const wanted = { hidden: sql`false`, after, limit };
    if (column.mode === 'manual') {
      if (after && !(await findItem(db, column.id, after))) throw cursorGone();
      const rows = await listItemsByHand(db, source, column, { ...wanted, conditions: isPublic });
      return rows.map(({ id }) => id);
    }
    const matching = await ruleConditions(db, source, column.rule, timeZone);
    if (!matching) return [];
    const sort = listSorts[column.sort_rule] ?? parseRule(column.rule).sort;
    const rows = await listItemsByRule(db, source, sort, { ...wanted, conditions: all([isPublic, matching]) });
    return rows.map(({ id }) => id);
  }
}

function behind(ids: string[], after: string | undefined): string[] {
  if (after === undefined) return ids;
  const at = ids.indexOf(after);
  if (at < 0) throw cursorGone();
  return ids.slice(at + 1);
}

/** The cursor's row no longer exists; continuing would skip rows. */
function cursorGone() {
  return invalidField('cursor', 'cursorStale');
}
