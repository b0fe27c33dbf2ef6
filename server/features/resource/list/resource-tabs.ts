import { type BoundedCount, countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { inScopeColumn } from '../resource-scope.ts';
import { readableIn } from './readable-in.ts';

/** Not in Trash. Must match the condition of the partial indexes. */
export const live = sql`resources.state not in ('trashed', 'purged')`;

/** What lists show outside Trash. */
export function shownInLists(principal: Principal): Condition {
  return sql`(${live} and ${readableIn(principal)})`;
}

export const kindTabs = {
  all: live,
  document: sql`resources.kind = 'document' and ${live}`,
  video: sql`resources.kind = 'video' and ${live}`,
  audio: sql`resources.kind = 'audio' and ${live}`,
  image: sql`resources.kind = 'image' and ${live}`,
  trash: sql`resources.state = 'trashed'`,
};

export const stateTabs = {
  inReview: sql`resources.state = 'in_review'`,
  failed: sql`resources.work_failed and ${live}`,
  offline: sql`resources.state = 'offline'`,
};

/** Tabs of a person's own resources. `needsMe` contains those that only the owner can continue. */
export const myTabs = {
  all: live,
  drafts: sql`resources.state in ('draft', 'ready')`,
  processing: sql`resources.state = 'processing'`,
  needsMe: sql`(resources.state in ('rejected', 'blocked') or (resources.work_failed and ${live}))`,
  published: sql`resources.state = 'published'`,
  trash: sql`resources.state = 'trashed'`,
};

/**
 * Counts tabs from sums kept by triggers: published resources for everyone, others by department. A person's own
 * resources outside those are few and counted directly.
 */
export async function countReadableTabs(
  db: Executor,
  principal: Principal,
  tabs: readonly string[],
): Promise<Record<string, BoundedCount>> {
  const scope = dataScopeOf(principal);
  const within =
    scope.kind === 'all'
      ? sql`true`
      : scope.kind === 'own'
        ? sql`open`
        : sql`(open or department_id = any (${scope.ids}::uuid[]))`;
  const sums = sql`select tab, sum(delta)::bigint as count from list_counts
    where list = 'resource' and ${within} group by tab`;
  const elsewhere = scope.kind === 'own' ? sql`true` : sql`not ${inScopeColumn(principal)}`;
  const own = sql`
    select tabs.tab, count(*) as count from (
      select kind, state, work_failed from resources
      where owner_id = ${principal.userId} and state not in ('published', 'purged') and ${elsewhere}
      limit ${countLimit + 1}
    ) mine left join lateral unnest(resource_tabs(mine.kind, mine.state, mine.work_failed)) tabs (tab) on true
    group by grouping sets ((tabs.tab), ())`;
  const both = scope.kind === 'all' ? sums : sql`${sums} union all ${own}`;
  const { rows } = await sql<{ tab: string | null; count: number }>`${both}`.execute(db);
  const total = new Map<string, number>();
  for (const { tab, count } of rows) if (tab) total.set(tab, (total.get(tab) ?? 0) + count);
  // The row without a tab counts all own resources that were read.
  const exact = rows.every(({ tab, count }) => tab !== null || count <= countLimit);
  return Object.fromEntries(tabs.map((tab) => [tab, { value: total.get(tab) ?? 0, exact }]));
}

/** Counts all tabs of a person's own resources in one scan. */
export async function countOwnTabs(
  db: Executor,
  principal: Principal,
  tabs: Readonly<Record<string, Condition>>,
): Promise<Record<string, BoundedCount>> {
  const names = Object.keys(tabs);
  const columns = names.map((name) => sql`count(*) filter (where ${tabs[name]}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, number>>`
    select count(*) as looked, ${sql.join(columns)} from (
      select state, work_failed from resources where owner_id = ${principal.userId} and state <> 'purged'
      limit ${countLimit + 1}
    ) resources`.execute(db);
  const [counts = {}] = rows;
  const exact = (counts.looked ?? 0) <= countLimit;
  return Object.fromEntries(names.map((name) => [name, { value: counts[name] ?? 0, exact }]));
}
