import { type ReviewKind, type ReviewRow, reviewDetail, reviewList } from '@lectern/contract/features/review.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell } from '../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
  type SeenView,
} from '../../platform/list/list-source.ts';
import { contains, finds, isBelow, isBetweenDays, isInRange, isOneOf } from '../../platform/list/meanings.ts';
import { countUpTo, readTabCounts } from '../../platform/list/read-counts.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all, tabCondition } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { coverWhole } from './mask/hidden-text.ts';
import { reviewScope } from './review.policy.ts';
import { presentReview, type ReviewRecord, reviewColumns, reviewJoins } from './review-record.ts';
import { findReviewView } from './review-view.repository.ts';

type Cells = Record<keyof (typeof reviewList)['columns'], (row: ReviewRow, words: ExportWords) => Cell>;

function kindName(kind: ReviewKind, language: Language): string {
  const { resource, scan } = messagesIn(language);
  return { ...resource.kinds, ...scan.itemTypes }[kind];
}

/** Cells of an exported file. Masked and blocked texts are not exported. */
const reviewCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => kindName(row.resource.kind, words.language),
  severity: ({ severity, likelyFalse }, { language }) => {
    const { scan } = messagesIn(language);
    return severity && (likelyFalse ? scan.likelyFalse : scan.severities[severity]);
  },
  words: (row) => row.words.map((word) => word.text).join(', '),
  sources: (row, { language }) => row.sources.map((source) => messagesIn(language).scan.sources[source]).join(', '),
  snippet: ({ first, state, resource }) => {
    const isKept = state === 'masked' || state === 'blocked' || resource.state === 'blocked';
    return first ? (isKept ? coverWhole(first.excerpt.text) : first.excerpt.text) : null;
  },
  hits: (row) => row.openHits,
  state: ({ state, maskFailed }, { language }) => {
    const { review } = messagesIn(language);
    return maskFailed ? review.maskFailed : review.states[state];
  },
  resourceState: (row, words) => messagesIn(words.language).resource.states[row.resource.state],
  owner: (row) => row.resource.owner?.name ?? null,
  department: (row) => row.resource.department?.name ?? null,
  college: (row) => row.resource.college?.name ?? null,
  reviewer: (row) => row.claimedBy?.name ?? null,
  opened: (row, words) => words.instant(row.openedAt),
  due: (row, words) => words.instant(row.dueAt),
  changed: (row, words) => words.instant(row.changedAt),
};

type Filters = (typeof reviewList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const resourceWith = (condition: Condition) =>
  sql`exists (select from reviewed_items resources where resources.id = sensitive_reviews.resource_id and ${condition})`;
const wordWith = (condition: Condition) =>
  sql`exists (select from sensitive_words word where word.id = any (sensitive_reviews.word_ids) and ${condition})`;
const overdue = sql`(due_at < now() and sensitive_reviews.state in ('open', 'claimed', 'escalated'))`;

const reviewFilters: Meanings = {
  resource: (text) => resourceWith(contains(sql`resources.title`, text)),
  kind: (kinds) => isOneOf(sql`sensitive_reviews.resource_kind`, kinds),
  severity: (severities) => isOneOf(sql`sensitive_reviews.severity`, severities),
  word: (text) => wordWith(contains(sql`word.text`, text)),
  category: (categories) => wordWith(isOneOf(sql`word.category`, categories)),
  source: (sources) => sql`sensitive_reviews.sources && ${sources}::text[]`,
  state: (states) => isOneOf(sql`sensitive_reviews.state`, states),
  resourceState: (states) => resourceWith(isOneOf(sql`resources.state`, states)),
  openHits: (range) => isInRange(sql`sensitive_reviews.open_hits`, range),
  owner: (id) => sql`sensitive_reviews.owner_id = ${id}`,
  department: (ids) => isBelow(sql`sensitive_reviews.department_id`, sql`departments`, ids),
  college: (ids) =>
    sql`sensitive_reviews.department_id in (select id from departments where ${isOneOf(sql`college_id`, ids)})`,
  reviewer: (id) => sql`claimed_by = ${id}`,
  claimed: (yes) => (yes ? sql`claimed_by is not null` : sql`claimed_by is null`),
  overdue: (yes) => (yes ? overdue : sql`not ${overdue}`),
  unblockAsked: (yes) => (yes ? sql`unblock_asked_at is not null` : sql`unblock_asked_at is null`),
  opened: (days, context) => isBetweenDays(sql`sensitive_reviews.opened_at`, days, context),
  due: (days, context) => isBetweenDays(sql`due_at`, days, context),
  decided: (days, context) => isBetweenDays(sql`decided_at`, days, context),
};

/** The "mine" tab depends on the person, so its condition is part of the scope. */
function scopeOf(principal: Principal, view?: SeenView) {
  const scope = reviewScope(principal);
  return view?.tab === 'mine' ? sql`(${scope} and claimed_by = ${principal.userId})` : scope;
}

/** The tab conditions must match the counters in `sensitive_review_tabs`. */
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

/**
 * Connects reviews to edit locks and activity history. Reviews are decided, not edited, so there is nothing to revert.
 */
export const reviewDetailSource: DetailSource = {
  detail: reviewDetail,
  async find(db, principal, id) {
    const review = await findReviewView(db, principal, id);
    return review && { version: review.version, mayEdit: true, values: {} };
  },
  change: () => Promise.reject(new AppError('nothingToRevert')),
};
