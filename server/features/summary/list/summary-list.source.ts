import { type SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import { sql } from 'kysely';
import { type ListSource, listSource } from '../../../platform/list/list-source.ts';
import { finds } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { summaryScope } from '../summary-scope.ts';
import { summaryCells } from './summary-cells.ts';
import { summaryFilters } from './summary-filters.ts';
import { presentSummary, type SummaryRecord, summaryColumns, summaryJoins } from './summary-record.ts';

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
