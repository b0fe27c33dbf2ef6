import { type GlossaryTerm, glossaryList } from '@lectern/contract/features/glossary.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import { type Condition, type ExportWords, type ListSource, listSource } from '../../../platform/list/list-source.ts';
import { contains, finds, isBetweenDays, isOneOf } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { presentTerm, type TermRecord, termColumns, termJoins } from './term-record.ts';

type Cells = Record<keyof (typeof glossaryList)['columns'], (row: GlossaryTerm, words: ExportWords) => Cell>;

const cells: Cells = {
  wrong: (row) => row.wrong,
  right: (row) => row.right,
  language: (row) => row.language,
  wholeWord: (row, words) => words.yesNo(row.wholeWord),
  state: (row, { language }) => messagesIn(language).textWork.glossary.states[row.enabled ? 'on' : 'off'],
  note: (row) => row.note,
  updatedBy: (row) => row.updatedBy?.name ?? null,
  updated: (row, words) => words.instant(row.updatedAt),
};

const yesOrNo = (yes: boolean, condition: Condition): Condition => (yes ? condition : sql`not ${condition}`);

/** Terms belong to nobody: who may open the page sees all that are not deleted. */
export const glossaryListSource: ListSource = listSource<typeof glossaryList, TermRecord>({
  list: glossaryList,
  from: sql`glossary_terms`,
  joins: termJoins,
  id: sql`glossary_terms.id`,
  columns: termColumns,
  // Undo acts on deleted terms.
  scope: (_principal, view) => (view ? sql`glossary_terms.deleted_at is null` : sql`true`),
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => finds(sql`glossary_terms.search_text`, word))]),
  filters: {
    wrong: (text) => contains(sql`glossary_terms.wrong`, text),
    right: (text) => contains(sql`glossary_terms.correct`, text),
    language: (languages) => isOneOf(sql`glossary_terms.language`, languages),
    wholeWord: (yes) => yesOrNo(yes, sql`glossary_terms.whole_word`),
    enabled: (yes) => yesOrNo(yes, sql`glossary_terms.enabled`),
    updated: (days, context) => isBetweenDays(sql`glossary_terms.updated_at`, days, context),
  },
  sorts: {
    wrong: { by: sql`lower(glossary_terms.wrong)`, type: 'text' },
    updated: { by: sql`glossary_terms.updated_at`, type: 'timestamptz' },
  },
  tabs: { all: sql`true`, enabled: sql`glossary_terms.enabled`, disabled: sql`not glossary_terms.enabled` },
  // Few enough to be counted as they are.
  async countTabs(db) {
    const { rows } = await sql<{ all: number; enabled: number }>`
      select count(*)::int as "all", (count(*) filter (where enabled))::int as enabled
      from glossary_terms where deleted_at is null`.execute(db);
    const { all: total, enabled } = rows[0] ?? { all: 0, enabled: 0 };
    const exactly = (value: number) => ({ value, exact: true });
    return { all: exactly(total), enabled: exactly(enabled), disabled: exactly(total - enabled) };
  },
  present: presentTerm,
  exportCell: (column, row, words) => cells[column as keyof Cells](row as GlossaryTerm, words),
});
