import { type GlossaryTerm, glossaryList } from '@lectern/contract/features/glossary.ts';
import { languageName } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Cell } from '../../platform/list/csv.ts';
import { type Condition, type ExportWords, type ListSource, listSource } from '../../platform/list/list-source.ts';
import { contains, finds, isBetweenDays, isOneOf } from '../../platform/list/meanings.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';

export type TermRecord = {
  id: string;
  wrong: string;
  correct: string;
  language: GlossaryTerm['language'];
  whole_word: boolean;
  enabled: boolean;
  note: string;
  version: number;
  created_by: string | null;
  created_by_name: string | null;
  updated_by: string | null;
  updated_by_name: string | null;
  created_at: Date;
  updated_at: Date;
};

export const termJoins = sql`
  left join users creator on creator.id = glossary_terms.created_by
  left join users changer on changer.id = glossary_terms.updated_by`;

export const termColumns = sql`glossary_terms.id, glossary_terms.wrong, glossary_terms.correct, glossary_terms.language,
  glossary_terms.whole_word, glossary_terms.enabled, glossary_terms.note, glossary_terms.version,
  glossary_terms.created_by, creator.name as created_by_name, glossary_terms.updated_by,
  changer.name as updated_by_name, glossary_terms.created_at, glossary_terms.updated_at`;

export function presentTerm(row: TermRecord): GlossaryTerm {
  const person = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null);
  return {
    id: row.id,
    wrong: row.wrong,
    right: row.correct,
    language: row.language,
    wholeWord: row.whole_word,
    enabled: row.enabled,
    note: row.note,
    createdBy: person(row.created_by, row.created_by_name),
    updatedBy: person(row.updated_by, row.updated_by_name),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

type Cells = Record<keyof (typeof glossaryList)['columns'], (row: GlossaryTerm, words: ExportWords) => Cell>;

const cells: Cells = {
  wrong: (row) => row.wrong,
  right: (row) => row.right,
  language: (row, words) => row.language && languageName(row.language, words.language),
  wholeWord: (row, words) => words.yesNo(row.wholeWord),
  state: (row, { language }) => messagesIn(language).textWork.glossary.states[row.enabled ? 'on' : 'off'],
  note: (row) => row.note,
  updatedBy: (row) => row.updatedBy?.name ?? null,
  updated: (row, words) => words.instant(row.updatedAt),
};

const yesOrNo = (yes: boolean, condition: Condition): Condition => (yes ? condition : sql`not ${condition}`);

/** Terms have no owner: everyone who may open the page sees all that aren't deleted. */
export const glossaryListSource: ListSource = listSource<typeof glossaryList, TermRecord>({
  list: glossaryList,
  from: sql`glossary_terms`,
  joins: termJoins,
  id: sql`glossary_terms.id`,
  columns: termColumns,
  // Without a view, deleted terms are included, because Undo acts on them.
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
  // Few enough for an exact count.
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
