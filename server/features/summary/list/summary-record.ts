import type { JobState } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { SummaryRow } from '@lectern/contract/features/summary.ts';
import { sql } from 'kysely';

type Named = { id: string; name: string };

/** A row of the list, as the database gives it. */
export type SummaryRecord = {
  resource_id: string;
  state: SummaryRow['state'];
  stale: boolean;
  title: string;
  resource_kind: SummaryRow['resource']['kind'];
  resource_state: SummaryRow['resource']['state'];
  format: string;
  thumbnail_id: string | null;
  owner: Named;
  department: Named | null;
  work: { id: string; state: JobState; progress: number; cause: string | null; causeCode: JobCause | null } | null;
  work_finished_at: Date | null;
  summary_id: string | null;
  number: number | null;
  origin: SummaryRow['origin'];
  engine: string | null;
  model: string | null;
  fallback: SummaryRow['fallback'];
  language: string | null;
  snippet: string | null;
  keywords: string[] | null;
  sentences: number | null;
  evidence: number;
  chapters: number | null;
  offered: number | null;
  published: number | null;
  tokens: number | null;
  cost: number | null;
  changed_at: Date;
  changed_by: Named | null;
  version: number;
};

export const summaryJoins = sql`
  join resources on resources.id = resource_summaries.resource_id
  join users owner on owner.id = resource_summaries.owner_id
  left join departments on departments.id = resource_summaries.department_id
  left join users changer on changer.id = resource_summaries.changed_by
  left join jobs work on work.id = resource_summaries.work_id
  left join summaries summary on summary.id = resource_summaries.summary_id`;

const named = (table: string) =>
  sql`case when ${sql.ref(`${table}.id`)} is not null then
    jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}) end`;

/** Where something is masked the list shows no words of the summary: the page of it covers what must be. */
const isMasked = sql`(exists (select from sensitive_masks mask where mask.resource_id = resource_summaries.resource_id)
  or exists (select from masked_marks(resource_summaries.resource_id, 'summary')))`;

export const summaryColumns = sql`resource_summaries.resource_id, resource_summaries.state, resource_summaries.stale,
  resources.title, resource_summaries.resource_kind, resources.state as resource_state, resources.format,
  resources.thumbnail_id, ${named('owner')} as owner, ${named('departments')} as department,
  case when work.id is not null then jsonb_build_object('id', work.id, 'state', work.state, 'progress', work.progress,
    'cause', work.cause, 'causeCode', work.cause_code) end as work,
  work.finished_at as work_finished_at, resource_summaries.summary_id, summary.number, resource_summaries.origin,
  summary.engine, resource_summaries.model, resource_summaries.fallback, resource_summaries.language,
  case when not ${isMasked} then left(summary.content #>> '{short,0,text}', 300) end as snippet,
  case when not ${isMasked} then array(select jsonb_array_elements_text(summary.content -> 'keywords') limit 8) end
    as keywords,
  summary.sentences, resource_summaries.evidence, jsonb_array_length(summary.content -> 'chapters') as chapters,
  resource_summaries.offered, resource_summaries.published, summary.tokens_in + summary.tokens_out as tokens,
  summary.cost, resource_summaries.changed_at, ${named('changer')} as changed_by, resource_summaries.version`;

export function presentSummary(row: SummaryRecord): SummaryRow {
  return {
    id: row.resource_id,
    state: row.state,
    stale: row.stale,
    resource: {
      title: row.title,
      kind: row.resource_kind,
      state: row.resource_state,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      owner: row.owner,
      department: row.department,
    },
    work: row.work && { ...row.work, finishedAt: row.work_finished_at?.toISOString() ?? null },
    summaryId: row.summary_id,
    number: row.number,
    origin: row.origin,
    engine: row.engine,
    model: row.model,
    fallback: row.fallback,
    language: row.language,
    snippet: row.snippet ?? '',
    keywords: row.keywords ?? [],
    sentences: row.sentences ?? 0,
    evidence: row.evidence < 0 ? null : row.evidence / 100,
    chapters: row.chapters ?? 0,
    offered: row.offered,
    published: row.published,
    tokens: row.tokens ?? 0,
    cost: row.cost,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    version: row.version,
  };
}
