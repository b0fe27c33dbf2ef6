import { sql } from 'kysely';
import type { Principal } from '../http/principal.ts';
import type { Condition, ListSource, MeaningContext, PlannedSource } from './list-source.ts';

/** A view as parsed by the contract's schema: tab, search, sort, and the filters by name. */
export type View = { tab: string; search: string; sort: string } & Record<string, unknown>;

export function viewConditions(
  source: PlannedSource,
  view: View,
  principal: Principal,
  context: MeaningContext,
): Condition {
  const filters = Object.keys(source.list.filters)
    .filter((name) => view[name] !== undefined)
    .map((name) => meaningOf(source, name)(view[name], { ...context, principal }));
  const search = view.search ? [source.search(view.search)] : [];
  const tab = tabCondition(source, view.tab);
  // `is true` stops the planner from combining an index on the tab with the text index.
  const rechecked = view.search && source.plan?.selective ? sql`(${tab}) is true` : tab;
  return all([source.scope(principal, view), rechecked, ...filters, ...search]);
}

/** Like `viewConditions`, but as disjoint parts that are counted separately. */
export function countedParts(
  source: PlannedSource,
  view: View,
  principal: Principal,
  context: MeaningContext,
): readonly Condition[] {
  const scopes = source.planner?.count?.scopeParts?.(principal, view) ?? [source.scope(principal, view)];
  return scopes.map((scope) => viewConditions({ ...source, scope: () => scope }, view, principal, context));
}

export function isNarrowed(source: ListSource, view: View): boolean {
  return view.search !== '' || Object.keys(source.list.filters).some((name) => view[name] !== undefined);
}

export function tabCondition(source: ListSource, tab: string): Condition {
  const condition = source.tabs[tab];
  if (!condition) throw new Error(`${source.list.id} has no tab ${tab}`);
  return condition;
}

export function all(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function meaningOf(source: ListSource, name: string) {
  const meaning = source.filters[name];
  if (!meaning) throw new Error(`${source.list.id} declares the filter ${name} without a meaning`);
  return meaning;
}
