import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import type { ReviewKind, ReviewState } from '@lectern/contract/features/review.ts';
import type { ItemType, Severity } from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SensitiveReviews } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ResourceFollower } from '../resource/public.ts';
import { type MatchCounts, reviewScope } from './review.policy.ts';

/** The columns of a review that rules, Undo and notifications need. */
export type LockedReview = {
  resource_id: string;
  state: ReviewState;
  severity: Severity | null;
  claimed_by: string | null;
  claimed_at: Date | null;
  due_at: Date;
  escalated_by: string | null;
  escalated_at: Date | null;
  escalated_why: string | null;
  returned_by: string | null;
  returned_at: Date | null;
  returned_why: string | null;
  unblock_asked_by: string | null;
  unblock_asked_at: Date | null;
  unblock_asked_why: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  mask_failed_at: Date | null;
  resource_state_before: ResourceState | null;
  department_id: string | null;
  owner_id: string | null;
  version: number;
  /** The review's version after the latest scan. */
  scan_version: number;
  /** Created in this transaction. */
  is_new: boolean;
  title: string;
  kind: ReviewKind;
  resource_state: ResourceState;
};

const lockedColumns = sql`sensitive_reviews.resource_id, sensitive_reviews.state, severity, claimed_by, claimed_at, due_at,
  escalated_by, escalated_at, escalated_why, returned_by, returned_at, returned_why, unblock_asked_by, unblock_asked_at,
  unblock_asked_why, decided_by, decided_at, mask_failed_at, resource_state_before, sensitive_reviews.department_id,
  sensitive_reviews.owner_id, sensitive_reviews.version, scan_version, sensitive_reviews.opened_at = now() as is_new,
  resources.title, resources.kind, resources.state as resource_state`;

/**
 * Locks the resource or item first, in the same order as all other code, then the review. Returns undefined when there
 * is none in this person's data scope.
 */
export async function lockReview(
  transaction: Executor,
  id: string,
  principal?: Principal,
): Promise<LockedReview | undefined> {
  await sql`select from resources where id = ${id} for no key update`.execute(transaction);
  await sql`select from sensitive_items where id = ${id} for no key update`.execute(transaction);
  const scope = principal ? reviewScope(principal) : sql`true`;
  const { rows } = await sql<LockedReview>`
    select ${lockedColumns} from sensitive_reviews join reviewed_items resources on resources.id = sensitive_reviews.resource_id
    where sensitive_reviews.resource_id = ${id} and ${scope} for update of sensitive_reviews`.execute(transaction);
  return rows[0];
}

/** Column values or SQL expressions. */
export type ReviewColumns = {
  [Column in keyof Updateable<SensitiveReviews>]?: Updateable<SensitiveReviews>[Column] | RawBuilder<unknown>;
};

/** Stores the state that the resource had before a scan blocked it, for display to reviewers. */
export async function noteStateBefore(transaction: Executor, resourceId: string, state: string): Promise<void> {
  await sql`update sensitive_reviews set resource_state_before = ${state} where resource_id = ${resourceId}`.execute(
    transaction,
  );
}

/** Returns the new version. */
export async function updateReview(db: Executor, id: string, columns: ReviewColumns): Promise<number> {
  const { version } = await db
    .updateTable('sensitive_reviews')
    .set((set) => ({
      ...(columns as Updateable<SensitiveReviews>),
      version: set('version', '+', 1),
      changed_at: set.fn<Date>('now'),
    }))
    .where('resource_id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function countMatches(db: Executor, resourceId: string): Promise<MatchCounts> {
  const { rows } = await sql<MatchCounts>`
    select count(*) filter (where state = 'open') as open,
      count(*) filter (where state = 'open' and severity = 'block') as "openBlock",
      count(*) filter (where state = 'cleared') as cleared, count(*) filter (where state = 'confirmed') as confirmed,
      count(*) filter (where state = 'masked') as masked,
      (select count(*) from reader_reports where resource_id = ${resourceId} and settled_at is null) as reports
    from sensitive_hits where resource_id = ${resourceId}`.execute(db);
  return rows[0] ?? { open: 0, openBlock: 0, cleared: 0, confirmed: 0, masked: 0, reports: 0 };
}

/** Whether this person may review the resource. Checked before it is assigned to them. */
export async function isReviewer(db: Executor, principal: Principal, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from sensitive_reviews where resource_id = ${id} and ${reviewScope(principal)}`.execute(db);
  return rows.length > 0;
}

const mostNotified = 50;

/**
 * Who to notify about a review besides its owner: administrators, and editors above its department who may open the
 * queue.
 */
export async function listReviewers(
  db: Executor,
  { departmentId, onlyAdmins }: { departmentId: string | null; onlyAdmins: boolean },
): Promise<string[]> {
  const editors = onlyAdmins
    ? sql`false`
    : sql`(users.role_id = 3 and own.path is not null
        and (select path from departments where id = ${departmentId}) like own.path || '%'
        and '/app/sensitive/resource' = any (allowed_paths(users.id)))`;
  const { rows } = await sql<{ id: string }>`
    select users.id from users left join departments own on own.id = users.department_id
    where users.access = 0 and (users.role_id <= 2 or ${editors})
    order by users.role_id desc, users.id limit ${mostNotified}`.execute(db);
  return rows.map((row) => row.id);
}

/** Who to notify after a re-scan, with the number of reviews: assignees, and all reviewers for unassigned ones. */
export async function listRescanRecipients(
  db: Executor,
  rescanId: string,
): Promise<{ userId: string; count: number }[]> {
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
      order by users.role_id desc, users.id limit ${mostNotified}
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

/**
 * Recomputes the summary of a review from its matches after any of them changed. Creates the review if there is none.
 */
export async function sumReview(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    insert into sensitive_reviews as review (resource_id, state, severity, likely_false, open_hits, hits, word_ids, sources,
      first_hit_id, first_word, first_source, first_snippet, first_mark_start, first_mark_end, resource_kind, department_id,
      owner_id, live)
    select item.id, case when sums.open > 0 then 'open' else 'cleared' end, sums.severity, sums.likely_false, sums.open,
      sums.hits, sums.word_ids, sums.sources, first.id, first.word, first.source, first.excerpt, first.mark_start,
      first.mark_end, item.kind, item.department_id, item.owner_id, item.state not in ('trashed', 'purged')
    from reviewed_items item
      cross join lateral (
        select count(*) filter (where state = 'open') as open, count(*) as hits,
          case coalesce(max(severity_rank(severity)) filter (where state = 'open'), max(severity_rank(severity)))
            when 3 then 'block' when 2 then 'review' when 1 then 'notice' end as severity,
          coalesce(bool_and(likely_false) filter (where state = 'open'), bool_and(likely_false), false) as likely_false,
          coalesce(array_agg(distinct word_id), '{}') as word_ids, coalesce(array_agg(distinct source), '{}') as sources
        from sensitive_hits where resource_id = item.id and state <> 'gone'
      ) sums
      left join lateral (
        select match.id, word.text as word, match.source, match.excerpt, match.mark_start, match.mark_end
        from sensitive_hits match join sensitive_words word on word.id = match.word_id
        where match.resource_id = item.id and match.state <> 'gone'
        order by match.state = 'open' desc, match.likely_false, severity_rank(match.severity) desc,
          match.source = 'title' desc, match.source, match.position, match.start_offset, match.id
        limit 1
      ) first on true
    where item.id = ${resourceId}
    on conflict (resource_id) do update set severity = excluded.severity, likely_false = excluded.likely_false,
      open_hits = excluded.open_hits, hits = excluded.hits, word_ids = excluded.word_ids, sources = excluded.sources,
      first_hit_id = excluded.first_hit_id, first_word = excluded.first_word, first_source = excluded.first_source,
      first_snippet = excluded.first_snippet, first_mark_start = excluded.first_mark_start,
      first_mark_end = excluded.first_mark_end`.execute(transaction);
}

/** Deletes the reviews of deleted items with all their decisions. */
export async function deleteReviews(transaction: Executor, ids: readonly string[]): Promise<void> {
  await sql`delete from sensitive_reviews where resource_id = any (${ids}::uuid[])`.execute(transaction);
  await sql`delete from sensitive_decisions where resource_id = any (${ids}::uuid[])`.execute(transaction);
}

/**
 * Reviews follow the department, owner and state of their resource. After permanent deletion only the decisions
 * remain, without excerpts.
 */
export const reviewFollower: ResourceFollower = {
  aspects: ['department_id', 'owner_id', 'live'],
  async changed(transaction, ids) {
    await sql`
      update sensitive_reviews review set department_id = resources.department_id, owner_id = resources.owner_id,
        live = resources.state not in ('trashed', 'purged')
      from resources where resources.id = review.resource_id and resources.id = any (${ids}::uuid[])`.execute(
      transaction,
    );
  },
  async forget(transaction, ids) {
    await sql`delete from sensitive_reviews where resource_id = any (${ids}::uuid[])`.execute(transaction);
    await sql`
      update sensitive_decisions set excerpt = null, mark_start = null, mark_end = null
      where resource_id = any (${ids}::uuid[]) and excerpt is not null`.execute(transaction);
  },
};

type ItemPlace = { departmentId: string | null; ownerId: string | null; live: boolean };

/** Does the same for items other than resources. */
export async function updateReviewPlace(transaction: Executor, id: string, place: ItemPlace): Promise<void> {
  const { departmentId, ownerId, live } = place;
  await sql`
    update sensitive_reviews set department_id = ${departmentId}, owner_id = ${ownerId}, live = ${live}
    where resource_id = ${id} and (department_id, owner_id, live)
      is distinct from (${departmentId}::uuid, ${ownerId}::uuid, ${live}::boolean)`.execute(transaction);
}

export type MatchVerdict = { matchId: string; decisionId: string };

/** Changes that reviews make to scan data, provided by the scan feature. */
export type ReviewedScans = {
  decide(transaction: Executor, state: string, verdicts: readonly MatchVerdict[]): Promise<void>;
  /** Called before a command is undone: its matches return to their earlier verdict, or to open. */
  revert(transaction: Executor, batchId: string): Promise<void>;
  /** Withholds the item or shows it again, and updates the item's own row. */
  withhold(transaction: Executor, item: { id: string; type: ItemType }, withheld: boolean): Promise<void>;
  /** Requests a scan of all texts, even if nothing has changed. */
  request(transaction: Executor, resourceId: string): Promise<void>;
};
