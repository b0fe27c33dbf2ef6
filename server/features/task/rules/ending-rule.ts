import { type RawBuilder, sql } from 'kysely';
import { isAmongIds, type TaskRule } from './task-rule.ts';

/**
 * For the feature that recommends things on the home page: a to-do while what it recommends ends within a week.
 * `recommendations`: rows of id, title, ends_at, department_id and owner_id of those that are shown.
 */
export function recommendationEnding(recommendations: RawBuilder<unknown>, noticeDays = 7): TaskRule {
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
