import { reviewList } from '@lectern/contract/features/review.ts';
import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { filterLink, quiet, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView } from '../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { severityMark } from '../../components/sensitive/marked-text.tsx';
import { initialState } from '../../lib/initial-state.ts';
import { wordPrecision, wordState } from './word-state.tsx';
import { scopeWords } from './word-values.ts';

type Row = SensitiveWordRow;

/** The first exception, and how many more there are. */
function exceptions({ exceptions: phrases }: Row, { texts }: CellContext): ReactNode {
  const [first, ...others] = phrases;
  if (first === undefined) return quiet(texts.words.none);
  return <span title={phrases.join('\n')}>{others.length > 0 ? `${first} +${others.length}` : first}</span>;
}

/** Links to the matches for users who may review them. */
function hits({ hits: count, text }: Row, { format }: CellContext): ReactNode {
  const shown = format.number(count);
  const mayReview = initialState.get().user?.permissions.includes(reviewList.page);
  return count > 0 && mayReview ? <AppLink to={hitsHref(text)}>{shown}</AppLink> : shown;
}

/** Address of the review queue, filtered by this word. */
export function hitsHref(text: string): string {
  return `${reviewList.page}?${new URLSearchParams({ tab: 'all', word: text })}`;
}

export const wordColumns: Record<string, ColumnView<Row>> = {
  text: {
    width: 150,
    grow: 4,
    cell: ({ text }) => (
      <span className="grid-name" title={text}>
        {text}
      </span>
    ),
  },
  mode: {
    width: 122,
    grow: 0,
    keep: 4,
    cell: ({ mode }, context) => filterLink('mode', [mode], context.texts.sensitiveWord.modes[mode], context),
  },
  variants: {
    width: 132,
    grow: 0,
    cell: ({ variants }, { texts }) =>
      variants ? texts.sensitiveWord.detail.yes : quiet(texts.sensitiveWord.detail.no),
  },
  language: {
    width: 84,
    grow: 0,
    keep: 3,
    cell: ({ language }, context) =>
      language
        ? filterLink('language', [language], currentLanguageNames()[language] ?? language, context)
        : quiet(context.texts.sensitiveWord.every),
  },
  category: {
    width: 98,
    grow: 0,
    keep: 6,
    cell: ({ category }, context) =>
      filterLink('category', [category], context.texts.scan.categories[category], context),
  },
  severity: { width: 84, grow: 0, keep: 9, cell: ({ severity }, { texts }) => severityMark(severity, texts) },
  scope: {
    width: 110,
    grow: 2,
    keep: 1,
    cell: (row, { texts }) => {
      const words = scopeWords(row, texts);
      return row.sources.length + row.kinds.length > 0 ? words : quiet(words);
    },
  },
  exceptions: { width: 106, grow: 2, keep: 2, cell: exceptions },
  pack: {
    width: 138,
    grow: 2,
    keep: 5,
    cell: ({ pack }, context) =>
      pack ? filterLink('pack', pack.name, pack.name, context) : quiet(context.texts.words.none),
  },
  hits: { width: 136, grow: 0, keep: 7, greatestFirst: true, cell: hits },
  precision: {
    width: 84,
    grow: 0,
    keep: 7,
    greatestFirst: true,
    cell: (row, { texts, format }) => wordPrecision(row, texts, format),
  },
  state: { width: 128, grow: 0, keep: 8, cell: (row, { texts }) => wordState(row, texts) },
  note: { width: 140, grow: 2, cell: ({ note }, { texts }) => (note ? quiet(note) : quiet(texts.words.none)) },
  updatedBy: {
    width: 110,
    grow: 1,
    cell: ({ updatedBy }, context) =>
      updatedBy ? filterLink('updatedBy', updatedBy.id, updatedBy.name, context) : quiet(context.texts.words.none),
  },
  updated: {
    width: 120,
    grow: 0,
    keep: 2,
    greatestFirst: true,
    cell: ({ updatedAt }, context) => timeAgo(updatedAt, context),
  },
};
