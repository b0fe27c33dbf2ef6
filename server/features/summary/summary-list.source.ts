import type { JobState } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import { type SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import { languageName } from '@lectern/contract/language.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Cell } from '../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
} from '../../platform/list/list-source.ts';
import { contains, finds, isBelow, isBetweenDays, isInRange, isOneOf } from '../../platform/list/meanings.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { summaryScope } from './summary.policy.ts';

type Named = { id: string; name: string };

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

/** The list shows no summary text of resources with masks; the summary's page redacts it precisely. */
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

type Filters = (typeof summaryList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const summaryFilters: Meanings = {
  resource: (text) => sql`exists (select from resources where resources.id = resource_summaries.resource_id
    and ${contains(sql`resources.title`, text)})`,
  kind: (kinds) => isOneOf(sql`resource_summaries.resource_kind`, kinds),
  state: (states) => isOneOf(sql`resource_summaries.state`, states),
  origin: (origins) => isOneOf(sql`resource_summaries.origin`, origins),
  fallback: (causes) => isOneOf(sql`resource_summaries.fallback`, causes),
  language: (languages) => isOneOf(sql`resource_summaries.language`, languages),
  model: (text) => contains(sql`resource_summaries.model`, text),
  evidence: (range) =>
    sql`(resource_summaries.evidence >= 0 and ${isInRange(sql`resource_summaries.evidence`, range)})`,
  stale: (yes) => (yes ? sql`resource_summaries.stale` : sql`not resource_summaries.stale`),
  offered: (yes) => (yes ? sql`resource_summaries.offered is not null` : sql`resource_summaries.offered is null`),
  work: (states) => isOneOf(sql`resource_summaries.work_state`, states),
  cause: (causes) => isOneOf(sql`resource_summaries.work_cause`, causes),
  owner: (id) => sql`resource_summaries.owner_id = ${id}`,
  department: (ids) => isBelow(sql`resource_summaries.department_id`, sql`departments`, ids),
  changed: (days, context) => isBetweenDays(sql`resource_summaries.changed_at`, days, context),
};

type Cells = Record<keyof (typeof summaryList)['columns'], (row: SummaryRow, words: ExportWords) => Cell>;

const summaryCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => messagesIn(words.language).resource.kinds[row.resource.kind],
  state: (row, words) => messagesIn(words.language).summary.states[row.state],
  snippet: (row) => row.snippet,
  origin: (row, words) => row.origin && messagesIn(words.language).summary.origins[row.origin],
  evidence: (row) => row.evidence,
  keywords: (row) => row.keywords.join(', '),
  language: (row, words) => row.language && languageName(row.language, words.language),
  engine: (row) => row.engine,
  model: (row) => row.model,
  sentences: (row) => row.sentences,
  chapters: (row) => row.chapters,
  tokens: (row) => row.tokens,
  cost: (row) => row.cost,
  work: (row, words) => row.work && messagesIn(words.language).work.states[row.work.state],
  owner: (row) => row.resource.owner.name,
  department: (row) => row.resource.department?.name ?? null,
  changedBy: (row) => row.changedBy?.name ?? null,
  changed: (row, words) => words.instant(row.changedAt),
};

const head = (column: string) => sql.ref(`resource_summaries.${column}`);

/** The tabs must match what `summary_tabs` counts. */
export const summaryListSource: ListSource = listSource<typeof summaryList, SummaryRecord>({
  list: summaryList,
  from: sql`resource_summaries`,
  joins: summaryJoins,
  id: sql`resource_summaries.resource_id`,
  columns: summaryColumns,
  scope: summaryScope,
  search: (text) => sql`exists (select from resources where resources.id = resource_summaries.resource_id
    and ${all([sql`true`, ...searchWords(text).map((word) => finds(sql`resources.search_text`, word))])})`,
  filters: summaryFilters,
  sorts: {
    changed: { by: sql`resource_summaries.changed_at`, type: 'timestamptz' },
    evidence: { by: sql`resource_summaries.evidence`, type: 'integer' },
  },
  tabs: {
    todo: sql`(${head('state')} = 'none' and ${head('work_state')} is distinct from 'failed'
      and not (coalesce(${head('work_state')}, 'none') = 'skipped'
        and coalesce(${head('work_cause')}, '') <> 'engineMissing'))`,
    draft: sql`${head('state')} = 'draft'`,
    approved: sql`${head('state')} = 'approved'`,
    published: sql`${head('state')} = 'published'`,
    rejected: sql`${head('state')} = 'rejected'`,
    stale: sql`(${head('stale')} and ${head('state')} <> 'none')`,
    failed: sql`(${head('work_state')} = 'failed' or (${head('state')} = 'draft'
      and ${head('fallback')} in ('unreachable', 'slow', 'refused', 'garbage')))`,
    all: sql`true`,
  },
  present: presentSummary,
  exportCell: (column, row, words) => summaryCells[column as keyof typeof summaryCells](row as SummaryRow, words),
});
