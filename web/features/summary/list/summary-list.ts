import { exportSummaries, listSummaries, type SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import { fallbackWords, summaryOriginWords, summaryStateWords } from '@lectern/contract/features/summary-words.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { uploadAction } from '../../../components/work/upload-action.ts';
import { currentCauseWords } from '../../../components/work/work-words.ts';
import { currentHeadings, inLanguage } from '../../../lib/i18n/in-language.ts';
import { summaryHref } from '../summary-href.ts';
import { runAllAction, runMissingAction, summaryActions } from './summary-actions.ts';
import { summaryColumns } from './summary-columns.tsx';

/** Every resource with text in it, and how far its summary has come. A row leads to the summary. */
export const summaryListView: ListDefinition<SummaryRow> = {
  list: summaryList,
  endpoint: listSummaries,
  exportEndpoint: exportSummaries,
  icon: 'sparkle',
  mainColumn: 'resource',
  opens: true,
  href: (row, view) => summaryHref(row.id, view),
  labelOf: (row) => row.resource.title,
  columns: summaryColumns,
  actions: summaryActions,
  first: uploadAction,
  more: [runAllAction],
  primary: runMissingAction,
  texts: ({ summary, routes, resource, work }) => ({
    title: routes['handle.ai'],
    search: summary.search,
    emptyTitle: summary.emptyTitle,
    emptyText: summary.emptyText,
    emptyTabs: summary.emptyTabs,
    columns: currentHeadings(summaryList.columns),
    tabs: summary.tabs,
    filters: summary.filters,
    values: {
      kind: resource.kinds,
      state: inLanguage(summaryStateWords),
      origin: inLanguage(summaryOriginWords),
      fallback: inLanguage(fallbackWords),
      language: currentLanguageNames(),
      work: work.states,
      cause: currentCauseWords(),
    },
  }),
};
