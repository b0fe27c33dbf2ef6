import type { summaryList } from '@lectern/contract/features/summary.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Condition, FilterContext } from '../../../platform/list/list-source.ts';
import { contains, isBelowDepartments, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';

type Filters = (typeof summaryList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

/** What the filters of the list mean. */
export const summaryFilters: Meanings = {
  resource: (text) => sql`exists (select from resources where resources.id = resource_summaries.resource_id
    and ${contains(sql`resources.title`, text)})`,
  kind: (kinds) => isOneOf(sql`resource_summaries.resource_kind`, kinds),
  state: (states) => isOneOf(sql`resource_summaries.state`, states),
  origin: (origins) => isOneOf(sql`resource_summaries.origin`, origins),
  fallback: (causes) => isOneOf(sql`resource_summaries.fallback`, causes),
  language: (languages) => isOneOf(sql`resource_summaries.language`, languages),
  model: (text) => contains(sql`resource_summaries.model`, text),
  evidence: (range) =>
    sql`(resource_summaries.evidence >= 0 and ${isInRange(sql`resource_summaries.evidence`, range)})`,
  stale: (yes) => (yes ? sql`resource_summaries.stale` : sql`not resource_summaries.stale`),
  offered: (yes) => (yes ? sql`resource_summaries.offered is not null` : sql`resource_summaries.offered is null`),
  work: (states) => isOneOf(sql`resource_summaries.work_state`, states),
  cause: (causes) => isOneOf(sql`resource_summaries.work_cause`, causes),
  owner: (id) => sql`resource_summaries.owner_id = ${id}`,
  department: (ids) => isBelowDepartments(sql`resource_summaries.department_id`, ids),
  changed: (days, context) => isBetweenDays(sql`resource_summaries.changed_at`, days, context),
};
