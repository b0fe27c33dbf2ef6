import { resourceStates } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';

/** Tabs that never contain published resources. */
const withoutPublished = new Set(['trash', 'inReview', 'offline']);
const published = sql`resources.state = 'published'`;
/** Lists the states explicitly, so the index on department and state can be used. */
const unpublished = sql`resources.state in (${sql.join(
  resourceStates.filter((state) => state !== 'published' && state !== 'purged').map((state) => sql.lit(state)),
)})`;

/**
 * Same result as `readable`, written so the planner can use an index: published resources are included only where the
 * view may show them.
 */
export function readableIn(principal: Principal, view?: SeenView): Condition {
  const { own, departments } = theirs(principal);
  if (!own) return sql`true`;
  const mine = departments ? sql`(${own} or ${departments})` : own;
  return view && !mayShowPublished(view) ? mine : sql`(${published} or ${mine})`;
}

/**
 * Same result as `readableIn`, split into disjoint parts: published, the rest of the departments, and the rest of the
 * person's own.
 */
export function readableParts(principal: Principal, view: SeenView): readonly Condition[] {
  const { own, departments } = theirs(principal);
  if (!own) return [sql`true`];
  const elsewhere = departments ? [sql`(${own} and (${departments}) is not true)`] : [own];
  if (!mayShowPublished(view)) return [...(departments ? [departments] : []), ...elsewhere];
  const rest = departments ? [sql`(${departments} and ${unpublished})`] : [];
  return [published, ...rest, ...elsewhere.map((part) => sql`(${part} and resources.state <> 'published')`)];
}

/**
 * Same parts, grouped for counting: `byState` depends only on state, so the sums per state can count it; `rest`
 * matches few rows.
 */
export function readableByState(
  principal: Principal,
  view: SeenView,
): { byState: Condition | undefined; rest: readonly Condition[] } {
  const [first, ...others] = readableParts(principal, view);
  const isByState = dataScopeOf(principal).kind === 'all' || mayShowPublished(view);
  return isByState ? { byState: first, rest: others } : { byState: undefined, rest: readableParts(principal, view) };
}

/** Whether the person may read most rows of the view, so that the condition's values hardly matter for its plan. */
export function isMostReadable(principal: Principal, view: SeenView): boolean {
  return dataScopeOf(principal).kind === 'all' || mayShowPublished(view);
}

function mayShowPublished({ tab, state }: SeenView): boolean {
  return !withoutPublished.has(tab) && (!Array.isArray(state) || state.includes('published'));
}

function theirs(principal: Principal): { own?: Condition; departments?: Condition } {
  const scope = dataScopeOf(principal);
  if (scope.kind === 'all') return {};
  const own = sql`resources.owner_id = ${principal.userId}`;
  if (scope.kind === 'own') return { own };
  return { own, departments: sql`resources.department_id = any (${scope.ids}::uuid[])` };
}
