import { type SensitiveWordRow, sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { sql } from 'kysely';
import { type ListSource, listSource } from '../../../platform/list/list-source.ts';
import { finds } from '../../../platform/list/meanings.ts';
import { readTabCounts } from '../../../platform/list/read-counts.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { wordCells } from './word-cells.ts';
import { wordFilters } from './word-filters.ts';
import { presentWord, type WordRecord, wordColumns, wordJoins } from './word-record.ts';

/** Words belong to nobody: who may open the page and is an editor sees all that are not deleted. */
export const wordListSource: ListSource = listSource<typeof sensitiveWordList, WordRecord>({
  list: sensitiveWordList,
  from: sql`sensitive_words`,
  joins: wordJoins,
  id: sql`sensitive_words.id`,
  columns: wordColumns,
  scope: () => sql`sensitive_words.deleted_at is null`,
  // An Undo finds what was deleted.
  reach: () => sql`true`,
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => finds(sql`sensitive_words.search_text`, word))]),
  filters: wordFilters,
  sorts: {
    text: { by: sql`lower(sensitive_words.text)`, type: 'text' },
    hits: { by: sql`sensitive_words.hits_30d`, type: 'integer' },
    precision: { by: sql`sensitive_words.precision_percent`, type: 'integer' },
    updated: { by: sql`sensitive_words.updated_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    block: sql`sensitive_words.severity = 'block'`,
    review: sql`sensitive_words.severity = 'review'`,
    notice: sql`sensitive_words.severity = 'notice'`,
    disabled: sql`not sensitive_words.enabled`,
  },
  countTabs: (db) => readTabCounts(db, sensitiveWordList.id, sensitiveWordList.tabs, { kind: 'all' }),
  present: presentWord,
  exportCell: (column, row, words) => wordCells[column as keyof typeof wordCells](row as SensitiveWordRow, words),
});
