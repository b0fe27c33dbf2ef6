import { type BoundedCount, countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { plannedEachTime } from '../../../platform/db/preparing-client.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { isOneOf } from '../../../platform/list/meanings.ts';
import { boundedCount } from '../../../platform/list/read-counts.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { readableByState } from './readable-in.ts';
import { resourceFilters } from './resource-filters.ts';

/**
 * How many of a view have one tag, from the sums that triggers keep: a tag may be on more resources than anybody wants to
 * look at. What is readable for other reasons than its state is looked at. Nothing, where more is asked than sums tell.
 */
export async function countTagged(
  db: Executor,
  principal: Principal,
  view: SeenView,
  tabs: Readonly<Record<string, Condition>>,
): Promise<BoundedCount | undefined> {
  const conditions = summedConditions(view, tabs);
  const tags = view.tag;
  if (!conditions || !Array.isArray(tags) || tags.length !== 1) return undefined;
  const { byState, rest } = readableByState(principal, view);
  const counts = rest.map(
    (part) => sql`(select count(*) from (select 1 from resources
      where ${all([part, ...conditions, sql`resources.tag_ids && ${tags}::uuid[]`])} limit ${countLimit + 1}) matching)`,
  );
  if (byState)
    counts.push(sql`(select coalesce(sum(resources.uses), 0) from tag_facets resources
      where ${all([sql`resources.tag_id = ${tags[0]}`, byState, ...conditions])})`);
  const { rows } = await sql<{ count: number }>`${sql.raw(plannedEachTime)}
    select (${sql.join(counts, sql` + `)})::bigint as count`.execute(db);
  return boundedCount(rows[0]?.count ?? 0, countLimit);
}

/** Conditions on columns that the sums are kept by, which resources have under the same names. */
function summedConditions(view: SeenView, tabs: Readonly<Record<string, Condition>>): Condition[] | undefined {
  const { tag: _tag, kind: _kind, state: _state, ...others } = resourceFilters;
  const tab = tabs[view.tab];
  if (!tab || view.search || Object.keys(others).some((name) => view[name] !== undefined)) return undefined;
  const conditions = [tab];
  if (Array.isArray(view.kind)) conditions.push(isOneOf(sql`resources.kind`, view.kind));
  if (Array.isArray(view.state)) conditions.push(isOneOf(sql`resources.state`, view.state));
  return conditions;
}
