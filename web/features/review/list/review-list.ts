import { resourceStates } from '@lectern/contract/features/resource-state.ts';
import { exportReviews, listReviews, type ReviewRow, reviewList } from '@lectern/contract/features/review.ts';
import { reviewKindWords, reviewStateWords } from '@lectern/contract/features/review-words.ts';
import { scanSourceWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import { wordCategoryWords } from '@lectern/contract/features/sensitive-word-words.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentHeadings, inLanguage } from '../../../lib/i18n/in-language.ts';
import { rowHref } from '../review-href.ts';
import { nextAction, reviewActions, undoAction, wordsAction } from './review-actions.ts';
import { reviewColumns } from './review-columns.tsx';

/** The queue of resources in which something was found. A row leads to its page, at the first open hit. */
export const reviewListView: ListDefinition<ReviewRow> = {
  list: reviewList,
  endpoint: listReviews,
  exportEndpoint: exportReviews,
  icon: 'shieldAlert',
  mainColumn: 'resource',
  opens: true,
  href: rowHref,
  labelOf: (row) => row.resource.title,
  columns: reviewColumns,
  actions: reviewActions,
  more: [undoAction],
  primary: nextAction,
  first: wordsAction,
  texts: ({ review, routes, resource }) => ({
    title: routes['sensitive.resource'],
    search: review.search,
    emptyTitle: review.emptyTitle,
    emptyText: review.emptyText,
    emptyTabs: review.emptyTabs,
    columns: currentHeadings(reviewList.columns),
    tabs: review.tabs,
    filters: review.filters,
    values: {
      kind: inLanguage(reviewKindWords),
      severity: inLanguage(severityWords),
      category: inLanguage(wordCategoryWords),
      source: inLanguage(scanSourceWords),
      state: inLanguage(reviewStateWords),
      resourceState: Object.fromEntries(resourceStates.map((state) => [state, resource.states[state]])),
    },
  }),
};
