import { itemTypes } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import { isAmongIds, type TaskRule } from './task-rule.ts';

const kept = { priority: 2, fallback: 'department', always: true, by: 'state', tells: false } as const;
const inSight = sql`resources.state not in ('trashed', 'purged')`;
const noDue = sql`null::timestamptz as due_at`;
/** Other items by their type, which is what stands for their kind. */
const reviewedType = sql`case when resources.kind = any (${[...itemTypes]}::text[]) then resources.kind else 'resource' end`;
const ofReview = sql`resources.title, resources.department_id, resources.owner_id`;

/** What waits for publication until somebody decides. */
const review: TaskRule = {
  ...kept,
  kind: 'review',
  dueDays: null,
  matters: (among) => sql`
    select 'review:' || resources.id as key, 'resource' as object_type, resources.id::text as object_id, ${ofReview},
      jsonb_build_object('kind', resources.kind, 'departmentId', resources.department_id) as details,
      null::uuid as assignee_id, ${noDue}
    from resources where resources.state = 'in_review' and ${isAmongIds(sql`resources.id`, among)}`,
};

/** As `isDue` of reviews says it. */
const reviewDue: TaskRule = {
  ...kept,
  kind: 'reviewDue',
  dueDays: null,
  matters: (among) => sql`
    select 'reviewDue:' || resources.id as key, 'review' as object_type, resources.id::text as object_id, ${ofReview},
      jsonb_build_object('kind', resources.kind, 'departmentId', resources.department_id,
        'severity', sensitive_reviews.severity) as details,
      sensitive_reviews.claimed_by as assignee_id, sensitive_reviews.due_at
    from sensitive_reviews join reviewed_items resources on resources.id = sensitive_reviews.resource_id
    where ${inSight} and ${isAmongIds(sql`resources.id`, among)} and (
      sensitive_reviews.state in ('open', 'claimed', 'escalated') or unblock_asked_at is not null
      or mask_failed_at is not null or (resources.state = 'blocked' and not exists (
        select from sensitive_hits hit where hit.resource_id = resources.id
          and (hit.state = 'confirmed' or (hit.state = 'open' and hit.severity = 'block')))))`,
};

const reviewReturned: TaskRule = {
  ...kept,
  kind: 'reviewReturned',
  dueDays: 7,
  fallback: 'owner',
  matters: (among) => sql`
    select 'reviewReturned:' || resources.id as key, ${reviewedType} as object_type, resources.id::text as object_id,
      ${ofReview}, jsonb_build_object('kind', resources.kind, 'why', sensitive_reviews.returned_why) as details,
      resources.owner_id as assignee_id, ${noDue}
    from sensitive_reviews join reviewed_items resources on resources.id = sensitive_reviews.resource_id
    where ${inSight} and sensitive_reviews.state = 'returned' and ${isAmongIds(sql`resources.id`, among)}`,
};

/** The same for courses. */
const courseReview: TaskRule = {
  ...kept,
  kind: 'courseReview',
  dueDays: null,
  matters: (among) => sql`
    select 'courseReview:' || courses.id as key, 'course' as object_type, courses.id::text as object_id,
      courses.name as title, courses.department_id, courses.owner_id,
      jsonb_build_object('departmentId', courses.department_id) as details, null::uuid as assignee_id, ${noDue}
    from courses where courses.state = 'in_review' and ${isAmongIds(sql`courses.id`, among)}`,
};

export const reviewRules: readonly TaskRule[] = [review, reviewDue, reviewReturned, courseReview];
