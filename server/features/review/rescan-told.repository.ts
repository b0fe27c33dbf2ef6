import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

const mostTold = 50;

/** Whose to-dos a rescan opened or added to, and how many: those given to somebody, and for the others all who may review. */
export async function listRescanTold(db: Executor, rescanId: string): Promise<{ userId: string; count: number }[]> {
  const { rows } = await sql<{ userId: string; count: number }>`
    with found as (
      select task.assignee_id, departments.path
      from sensitive_rescan_items item
        join sensitive_reviews review on review.resource_id = item.resource_id
        join tasks task on task.dedupe_key = 'reviewDue:' || item.resource_id and task.state in ('open', 'doing')
        left join departments on departments.id = review.department_id
      where item.rescan_id = ${rescanId} and item.flagged and review.open_hits > 0
    ), reviewers as materialized (
      select users.id, users.role_id, own.path from users left join departments own on own.id = users.department_id
      where users.access = 0 and (users.role_id <= 2 or (users.role_id = 3 and own.path is not null
        and '/app/sensitive/resource' = any (allowed_paths(users.id))))
      order by users.role_id desc, users.id limit ${mostTold}
    )
    select id as "userId", sum(count)::int as count from (
      select assignee_id as id, count(*) from found where assignee_id is not null group by assignee_id
      union all
      select reviewers.id, sum(parts.count) from (
          select path, count(*) from found where assignee_id is null group by path) parts
        join reviewers on reviewers.role_id <= 2 or parts.path like reviewers.path || '%'
      group by reviewers.id) told
    group by id`.execute(db);
  return rows;
}
