import {
  exportSensitiveWords,
  listSensitiveWords,
  type SensitiveWordRow,
  sensitiveWordList,
} from '@lectern/contract/features/sensitive-word.ts';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { WordsEmpty, WordTools } from './rescan/word-tools.tsx';
import { importWordsAction, newWordAction, wordActions } from './word-actions.ts';
import { wordColumns } from './word-columns.tsx';
import { wordNames } from './word-values.ts';

export const wordListView: ListDefinition<SensitiveWordRow> = {
  list: sensitiveWordList,
  endpoint: listSensitiveWords,
  exportEndpoint: exportSensitiveWords,
  icon: 'shield',
  mainColumn: 'text',
  opens: true,
  labelOf: ({ text }) => text,
  columns: wordColumns,
  primary: newWordAction,
  more: [importWordsAction],
  actions: wordActions,
  Above: WordTools,
  FirstEmpty: WordsEmpty,
  texts: (texts: Texts) => {
    const { routes, sensitiveWord } = texts;
    return {
      title: routes['sensitive.word'],
      search: sensitiveWord.search,
      emptyTitle: sensitiveWord.emptyTitle,
      emptyText: sensitiveWord.emptyText,
      columns: sensitiveWord.columns,
      tabs: sensitiveWord.tabs,
      filters: sensitiveWord.filters,
      values: wordNames(texts),
    };
  },
};
