import type { workGaps, workList } from '@lectern/contract/features/machine-work.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Condition, FilterContext } from '../../../platform/list/list-source.ts';
import { contains, isBelowDepartments, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';

type Filters = (typeof workList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const gaps: Record<(typeof workGaps)[number], Condition> = {
  notRun: sql`jobs.state in ('none', 'cancelled')`,
  noEngine: sql`(jobs.state = 'skipped' and jobs.cause_code = 'engineMissing')`,
  failed: sql`jobs.state = 'failed'`,
};

/** What the filters of every list of machine work mean. */
export const workFilters: Meanings = {
  kind: (kinds) => isOneOf(sql`jobs.kind`, kinds),
  state: (states) => isOneOf(sql`jobs.state`, states),
  cause: (causes) => isOneOf(sql`jobs.cause_code`, causes),
  resourceKind: (kinds) => isOneOf(sql`jobs.resource_kind`, kinds),
  check: (checks) =>
    isOneOf(
      sql`jobs.check_state`,
      checks.map((check) => (check === 'needsCheck' ? 'needs_check' : check)),
    ),
  confidence: (range) => isInRange(sql`jobs.confidence`, range),
  language: (languages) => isOneOf(sql`jobs.language`, languages),
  engine: (text) => contains(sql`jobs.engine`, text),
  resource: (text) => sql`jobs.resource_id in (select id from resources where ${contains(sql`resources.title`, text)})`,
  owner: (id) => sql`jobs.owner_id = ${id}`,
  department: (ids) => isBelowDepartments(sql`jobs.department_id`, ids),
  library: (ids) =>
    sql`jobs.resource_id in (select id from resources where ${isOneOf(sql`resources.library_id`, ids)})`,
  queued: (days, context) => isBetweenDays(sql`jobs.queued_at`, days, context),
  changed: (days, context) => isBetweenDays(sql`jobs.changed_at`, days, context),
  current: (yes) => (yes ? sql`jobs.current` : sql`not jobs.current`),
  missing: (kinds) =>
    sql`(${sql.join(
      kinds.map((kind) => gaps[kind as keyof typeof gaps]),
      sql` or `,
    )})`,
};
