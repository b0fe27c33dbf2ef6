import type { reviewList } from '@lectern/contract/features/review.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Condition, FilterContext } from '../../../platform/list/list-source.ts';
import { contains, isBelowDepartments, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';

type Filters = (typeof reviewList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const resourceWith = (condition: Condition) =>
  sql`exists (select from reviewed_items resources where resources.id = sensitive_reviews.resource_id and ${condition})`;
const wordWith = (condition: Condition) =>
  sql`exists (select from sensitive_words word where word.id = any (sensitive_reviews.word_ids) and ${condition})`;
const overdue = sql`(due_at < now() and sensitive_reviews.state in ('open', 'claimed', 'escalated'))`;

/** What the filters of the queue mean. */
export const reviewFilters: Meanings = {
  resource: (text) => resourceWith(contains(sql`resources.title`, text)),
  kind: (kinds) => isOneOf(sql`sensitive_reviews.resource_kind`, kinds),
  severity: (severities) => isOneOf(sql`sensitive_reviews.severity`, severities),
  word: (text) => wordWith(contains(sql`word.text`, text)),
  category: (categories) => wordWith(isOneOf(sql`word.category`, categories)),
  source: (sources) => sql`sensitive_reviews.sources && ${sources}::text[]`,
  state: (states) => isOneOf(sql`sensitive_reviews.state`, states),
  resourceState: (states) => resourceWith(isOneOf(sql`resources.state`, states)),
  openHits: (range) => isInRange(sql`sensitive_reviews.open_hits`, range),
  owner: (id) => sql`sensitive_reviews.owner_id = ${id}`,
  department: (ids) => isBelowDepartments(sql`sensitive_reviews.department_id`, ids),
  college: (ids) =>
    sql`sensitive_reviews.department_id in (select id from departments where ${isOneOf(sql`college_id`, ids)})`,
  reviewer: (id) => sql`claimed_by = ${id}`,
  claimed: (yes) => (yes ? sql`claimed_by is not null` : sql`claimed_by is null`),
  overdue: (yes) => (yes ? overdue : sql`not ${overdue}`),
  unblockAsked: (yes) => (yes ? sql`unblock_asked_at is not null` : sql`unblock_asked_at is null`),
  opened: (days, context) => isBetweenDays(sql`sensitive_reviews.opened_at`, days, context),
  due: (days, context) => isBetweenDays(sql`due_at`, days, context),
  decided: (days, context) => isBetweenDays(sql`decided_at`, days, context),
};
