import { endsSoonDays } from '@lectern/contract/features/home-page-words.ts';
import { sql } from 'kysely';
import { isAmongIds, type TaskRule } from './task-rule.ts';

/**
 * What the published home page shows by hand, as rows of id, title, ends_at, department_id and owner_id. Whose it is:
 * whoever put it there, and the department of what it shows.
 */
const recommendations = sql`
  select uses.entry_id as id, coalesce(uses.title, resources.title, courses.name, columns.name, uses.slot_name) as title,
    uses.ends_at, coalesce(resources.department_id, courses.department_id, users.department_id) as department_id,
    uses.added_by as owner_id
  from home_page_uses uses
    left join resources on resources.id = uses.resource_id
    left join courses on courses.id = uses.course_id
    left join columns on columns.id = uses.column_id
    left join users on users.id = uses.added_by
  where uses.ends_at is not null and not uses.paused and (uses.starts_at is null or uses.starts_at <= now())`;

/** A to-do while something that the home page recommends ends within a week. */
function recommendationEnding(noticeDays: number): TaskRule {
  return {
    ...{ kind: 'recommendationEnding', priority: 2, dueDays: null, fallback: 'owner', by: 'wish', tells: true },
    timed: true,
    matters: (among) => sql`
      select 'recommendationEnding:' || ending.id as key, 'recommendation' as object_type, ending.id::text as object_id,
        ending.title, jsonb_build_object('endsAt', ending.ends_at) as details, ending.department_id, ending.owner_id,
        null::uuid as assignee_id, ending.ends_at as due_at
      from (${recommendations}) ending
      where ending.ends_at > now() and ending.ends_at <= now() + ${noticeDays} * interval '1 day'
        and ${isAmongIds(sql`ending.id`, among)}`,
  };
}

export const endingRules: readonly TaskRule[] = [recommendationEnding(endsSoonDays)];
