import type { ReviewRow } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';

type Named = { id: string; name: string };

export type ReviewRecord = {
  resource_id: string;
  state: ReviewRow['state'];
  title: string;
  resource_kind: ReviewRow['resource']['kind'];
  resource_state: ReviewRow['resource']['state'];
  format: string;
  thumbnail_id: string | null;
  owner_id: string | null;
  owner_name: string | null;
  department: Named | null;
  college: Named | null;
  severity: ReviewRow['severity'];
  likely_false: boolean;
  open_hits: number;
  hits: number;
  words: ReviewRow['words'];
  sources: ReviewRow['sources'];
  first_word: string | null;
  first_source: ReviewRow['sources'][number] | null;
  first_snippet: string | null;
  first_mark_start: number | null;
  first_mark_end: number | null;
  claimed_by: string | null;
  claimed_by_name: string | null;
  claimed_at: Date | null;
  due_at: Date;
  escalated_by: string | null;
  escalated_by_name: string | null;
  escalated_at: Date | null;
  escalated_why: string | null;
  returned_by: string | null;
  returned_by_name: string | null;
  returned_at: Date | null;
  returned_why: string | null;
  unblock_asked_by: string | null;
  unblock_asked_by_name: string | null;
  unblock_asked_at: Date | null;
  unblock_asked_why: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  mask_failed_at: Date | null;
  mask_failed_why: string | null;
  opened_at: Date;
  changed_at: Date;
  version: number;
};

export const reviewJoins = sql`
  join reviewed_items resources on resources.id = sensitive_reviews.resource_id
  left join users owner on owner.id = sensitive_reviews.owner_id
  left join departments on departments.id = sensitive_reviews.department_id
  left join colleges on colleges.id = departments.college_id`;

const nameOf = (column: string) => sql`(select name from users where users.id = sensitive_reviews.${sql.ref(column)})
  as ${sql.ref(`${column}_name`)}`;

const mostWords = 8;

export const reviewColumns = sql`sensitive_reviews.resource_id, sensitive_reviews.state, resources.title,
  sensitive_reviews.resource_kind, resources.state as resource_state, resources.format, resources.thumbnail_id,
  sensitive_reviews.owner_id, owner.name as owner_name,
  case when departments.id is not null then jsonb_build_object('id', departments.id, 'name', departments.name) end
    as department,
  case when colleges.id is not null then jsonb_build_object('id', colleges.id, 'name', colleges.name) end as college,
  sensitive_reviews.severity, sensitive_reviews.likely_false, sensitive_reviews.open_hits, sensitive_reviews.hits, sensitive_reviews.sources,
  (select coalesce(jsonb_agg(to_jsonb(found) order by found.hits desc, found.text), '[]') from (
    select word.id, word.text, count(*) as hits
    from sensitive_hits match join sensitive_words word on word.id = match.word_id
    where match.resource_id = sensitive_reviews.resource_id and match.state <> 'gone'
    group by word.id, word.text order by count(*) desc, word.text limit ${mostWords}) found) as words,
  first_word, first_source, first_snippet, first_mark_start, first_mark_end,
  claimed_by, ${nameOf('claimed_by')}, claimed_at, due_at,
  escalated_by, ${nameOf('escalated_by')}, escalated_at, escalated_why,
  returned_by, ${nameOf('returned_by')}, returned_at, returned_why,
  unblock_asked_by, ${nameOf('unblock_asked_by')}, unblock_asked_at, unblock_asked_why,
  decided_by, ${nameOf('decided_by')}, decided_at, mask_failed_at, mask_failed_why,
  sensitive_reviews.opened_at, sensitive_reviews.changed_at, sensitive_reviews.version`;

export function presentReview(row: ReviewRecord): ReviewRow {
  return {
    id: row.resource_id,
    state: row.state,
    resource: {
      title: row.title,
      kind: row.resource_kind,
      state: row.resource_state,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      owner: named(row.owner_id, row.owner_name),
      department: row.department,
      college: row.college,
    },
    severity: row.severity,
    likelyFalse: row.likely_false,
    openHits: row.open_hits,
    hits: row.hits,
    words: row.words,
    sources: row.sources,
    first: firstOf(row),
    claimedBy: named(row.claimed_by, row.claimed_by_name),
    claimedAt: row.claimed_at?.toISOString() ?? null,
    dueAt: row.due_at.toISOString(),
    escalated: step(named(row.escalated_by, row.escalated_by_name), row.escalated_at, row.escalated_why),
    returned: step(named(row.returned_by, row.returned_by_name), row.returned_at, row.returned_why),
    unblockAsked: step(
      named(row.unblock_asked_by, row.unblock_asked_by_name),
      row.unblock_asked_at,
      row.unblock_asked_why,
    ),
    decidedBy: named(row.decided_by, row.decided_by_name),
    decidedAt: row.decided_at?.toISOString() ?? null,
    maskFailed: row.mask_failed_at && { at: row.mask_failed_at.toISOString(), why: row.mask_failed_why ?? '' },
    openedAt: row.opened_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    version: row.version,
  };
}

function firstOf(row: ReviewRecord): ReviewRow['first'] {
  const { first_word: word, first_source: source, first_snippet: text } = row;
  if (word === null || source === null || text === null) return null;
  return { word, source, excerpt: { text, mark: [row.first_mark_start ?? 0, row.first_mark_end ?? 0] } };
}

export function named(id: string | null, name: string | null): Named | null {
  return id && name !== null ? { id, name } : null;
}

function step(by: Named | null, at: Date | null, why: string | null): ReviewRow['escalated'] {
  return at && { by, at: at.toISOString(), why: why ?? '' };
}
