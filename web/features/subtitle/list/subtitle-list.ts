import {
  exportSubtitleList,
  listSubtitles,
  type SubtitleRow,
  subtitleList,
} from '@lectern/contract/features/subtitle.ts';
import { subtitleStateWords } from '@lectern/contract/features/subtitle-words.ts';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { uploadAction } from '../../../components/work/upload-action.ts';
import { currentHeadings, inLanguage } from '../../../lib/i18n/in-language.ts';
import { runAllAction, runMissingAction, subtitleActions } from './subtitle-actions.ts';
import { subtitleColumns } from './subtitle-columns.tsx';

/** Videos with the languages of their subtitles. */
export const subtitleListView: ListDefinition<SubtitleRow> = {
  list: subtitleList,
  endpoint: listSubtitles,
  exportEndpoint: exportSubtitleList,
  icon: 'video',
  mainColumn: 'resource',
  opens: true,
  href: (row, view) => subtitleHref(row.id, { view }),
  labelOf: (row) => row.resource.title,
  columns: subtitleColumns,
  actions: subtitleActions,
  more: [runAllAction],
  primary: runMissingAction,
  first: uploadAction,
  texts: ({ subtitle: { list }, routes, resource }) => ({
    title: routes['handle.subtitle'],
    search: list.search,
    emptyTitle: list.empty.title,
    emptyText: list.empty.text,
    emptyTabs: list.emptyTabs,
    columns: currentHeadings(subtitleList.columns),
    tabs: list.tabs,
    filters: list.filters,
    values: {
      language: currentLanguageNames(),
      lacks: currentLanguageNames(),
      state: inLanguage(subtitleStateWords),
      resourceState: resource.states,
    },
  }),
};
