import { type ReviewRow, reviewList } from '@lectern/contract/features/review.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type ListSource, listSource, type SeenView } from '../../../platform/list/list-source.ts';
import { finds } from '../../../platform/list/meanings.ts';
import { countUpTo, readTabCounts } from '../../../platform/list/read-counts.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all, tabCondition } from '../../../platform/list/view-conditions.ts';
import { reviewScope } from '../review-scope.ts';
import { reviewCells } from './review-cells.ts';
import { reviewFilters } from './review-filters.ts';
import { presentReview, type ReviewRecord, reviewColumns, reviewJoins } from './review-record.ts';

/** What is mine differs by who asks: the scope of that tab says so. */
function scopeOf(principal: Principal, view?: SeenView) {
  const scope = reviewScope(principal);
  return view?.tab === 'mine' ? sql`(${scope} and claimed_by = ${principal.userId})` : scope;
}

/** As `sensitive_review_tabs` counts them. */
export const reviewListSource: ListSource = listSource<typeof reviewList, ReviewRecord>({
  list: reviewList,
  from: sql`sensitive_reviews`,
  joins: reviewJoins,
  id: sql`sensitive_reviews.resource_id`,
  columns: reviewColumns,
  scope: scopeOf,
  search: (text) => sql`exists (select from reviewed_items resources where resources.id = sensitive_reviews.resource_id
    and ${all([sql`true`, ...searchWords(text).map((word) => finds(sql`resources.search_text`, word))])})`,
  filters: reviewFilters,
  sorts: {
    severity: { by: sql`sensitive_reviews.severity_rank`, type: 'integer' },
    hits: { by: sql`sensitive_reviews.open_hits`, type: 'integer' },
    opened: { by: sql`sensitive_reviews.opened_at`, type: 'timestamptz' },
    due: { by: sql`sensitive_reviews.queue_at`, type: 'timestamptz' },
    changed: { by: sql`sensitive_reviews.changed_at`, type: 'timestamptz' },
  },
  tabs: {
    open: sql`sensitive_reviews.state in ('open', 'claimed')`,
    mine: sql`claimed_by is not null`,
    escalated: sql`sensitive_reviews.state = 'escalated'`,
    blocked: sql`sensitive_reviews.state = 'blocked'`,
    returned: sql`sensitive_reviews.state = 'returned'`,
    cleared: sql`sensitive_reviews.state in ('cleared', 'masked')`,
    all: sql`true`,
  },
  countTabs,
  present: presentReview,
  exportCell: (column, row, words) => reviewCells[column as keyof typeof reviewCells](row as ReviewRow, words),
});

async function countTabs(db: Executor, principal: Principal): Promise<Record<string, BoundedCount>> {
  const scope = dataScopeOf(principal);
  const count = async (tab: string) => {
    const conditions = all([scopeOf(principal, { tab }), tabCondition(reviewListSource, tab)]);
    return [tab, await countUpTo(db, reviewListSource, conditions)] as const;
  };
  if (scope.kind === 'own') return Object.fromEntries(await Promise.all(reviewList.tabs.map(count)));
  const [sums, mine] = await Promise.all([readTabCounts(db, reviewList.id, reviewList.tabs, scope), count('mine')]);
  return { ...sums, ...Object.fromEntries([mine]) };
}
