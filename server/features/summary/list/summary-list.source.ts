import { type SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
} from '../../../platform/list/list-source.ts';
import { contains, finds, isBelow, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { summaryScope } from '../summary-scope.ts';
import { presentSummary, type SummaryRecord, summaryColumns, summaryJoins } from './summary-record.ts';

type Filters = (typeof summaryList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

/** What the filters of the list mean. */
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

/** What a file says of a summary in each column. */
const summaryCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => messagesIn(words.language).resource.kinds[row.resource.kind],
  state: (row, words) => messagesIn(words.language).summary.states[row.state],
  snippet: (row) => row.snippet,
  origin: (row, words) => row.origin && messagesIn(words.language).summary.origins[row.origin],
  evidence: (row) => row.evidence,
  keywords: (row) => row.keywords.join(', '),
  language: (row) => row.language,
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

/** As `summary_tabs` counts them. */
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
