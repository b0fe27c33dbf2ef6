import { sql } from 'kysely';
import type { Check } from './check.ts';
import { rowCheck } from './row-check.ts';

const kept = sql`select list, tab, department_id, open, sum(delta) as count from list_counts
  group by list, tab, department_id, open having sum(delta) <> 0`;

const counted = sql`
  select 'resource' as list, tabs.tab, department_id, state = 'published' as open, count(*) as count
  from resources cross join lateral unnest(resource_tabs(kind, state, work_failed)) tabs (tab)
  group by tabs.tab, department_id, state = 'published'
  union all
  select 'user', tabs.tab, department_id, false, count(*)
  from users cross join lateral unnest(user_tabs(access, last_sign_in_at, role_id)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select split_part(tabs.tab, ' ', 1), split_part(tabs.tab, ' ', 2), department_id, false, count(*)
  from jobs cross join lateral unnest(work_tabs(kind, state, current, cause_code, check_state)) tabs (tab)
  where version_id is not null group by tabs.tab, department_id
  union all
  select 'sensitiveWord', tabs.tab, null, false, count(*)
  from sensitive_words cross join lateral unnest(sensitive_word_tabs(severity, enabled, deleted_at)) tabs (tab)
  group by tabs.tab
  union all
  select 'review', tabs.tab, department_id, false, count(*)
  from sensitive_reviews cross join lateral unnest(sensitive_review_tabs(state, live)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select 'subtitle', tabs.tab, department_id, false, count(*)
  from subtitle_sets cross join lateral unnest(subtitle_tabs(live, states, problems)) tabs (tab)
  group by tabs.tab, department_id
  union all
  select 'summary', tabs.tab, department_id, false, count(*)
  from resource_summaries
    cross join lateral unnest(summary_tabs(live, state, stale, fallback, work_state, work_cause)) tabs (tab)
  group by tabs.tab, department_id`;

/** What is counted as things change is what a recount finds. */
export const countChecks: readonly Check[] = [
  rowCheck(
    'counts of lists that a recount does not find',
    sql`select concat_ws(' ', coalesce(kept.list, counted.list), coalesce(kept.tab, counted.tab),
        kept.count, 'instead of', counted.count) as wrong
      from (${kept}) kept full join (${counted}) counted on kept.list = counted.list and kept.tab = counted.tab
        and kept.department_id is not distinct from counted.department_id and kept.open = counted.open
      where kept.count is distinct from counted.count`,
  ),
  rowCheck(
    'libraries whose contents a recount does not find',
    sql`select libraries.id as wrong from libraries
      left join (select library_id, sum(resources) as resources, sum(bytes) as bytes from library_usage
        group by library_id) kept on kept.library_id = libraries.id
      left join (select library_id, count(distinct resources.id) as resources,
          coalesce(sum(version.size_bytes), 0) as bytes
        from resources left join resource_versions version on version.resource_id = resources.id
        where state <> 'purged' group by library_id) counted on counted.library_id = libraries.id
      where coalesce(kept.resources, 0) <> coalesce(counted.resources, 0)
        or coalesce(kept.bytes, 0) <> coalesce(counted.bytes, 0)`,
  ),
  rowCheck(
    'checksums whose twins a recount does not find',
    sql`select encode(coalesce(kept.sha256, counted.sha256), 'hex') as wrong
      from (select sha256, live from resource_checksums where live <> 0) kept
        full join (select sha256, count(*) as live from resources where state not in ('trashed', 'purged')
          group by sha256) counted on counted.sha256 = kept.sha256
      where kept.live is distinct from counted.live`,
  ),
  rowCheck(
    'tags whose use a recount does not find',
    sql`select coalesce(kept.tag_id, counted.tag_id) as wrong
      from (select tag_id, sum(resources) as resources from tag_usage group by tag_id having sum(resources) <> 0) kept
        full join (select tag.id as tag_id, count(*) as resources
          from resources cross join lateral unnest(tag_ids) tag (id)
          where state not in ('trashed', 'purged') group by tag.id) counted on counted.tag_id = kept.tag_id
      where kept.resources is distinct from counted.resources`,
  ),
  rowCheck(
    'tags whose use by kind and state a recount does not find',
    sql`select coalesce(kept.tag_id, counted.tag_id) as wrong
      from (select tag_id, kind, state, work_failed, sum(uses) as uses from tag_facets
          group by tag_id, kind, state, work_failed having sum(uses) <> 0) kept
        full join (select tag.id as tag_id, kind, state, work_failed, count(*) as uses
          from resources cross join lateral (select distinct unnest(tag_ids) as id) tag
          where state <> 'purged' group by tag.id, kind, state, work_failed) counted
          using (tag_id, kind, state, work_failed)
      where kept.uses is distinct from counted.uses`,
  ),
];
