import type { SummaryRow } from '@lectern/contract/features/summary.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { filterLink, none, timeAgo } from '../../../components/list-page/cells.tsx';
import type { CellContext, ColumnView } from '../../../components/list-page/list-definition.ts';
import { titled } from '../../../components/resource/thumbnail.tsx';
import { summaryState } from '../../../components/summary/summary-state.tsx';
import { confidenceBar } from '../../../components/work/confidence-bar.tsx';
import { workState } from '../../../components/work/work-state.tsx';
import { causeOf, engineName, engineWords, languageName } from '../../../components/work/work-words.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import './summary-list.css';
import { joinNames } from '../../../lib/i18n/punctuation.ts';

function number(value: number, context: CellContext): ReactNode {
  return value === 0 ? none(context) : context.format.number(value);
}

/** The state, and whether the text has changed or a newer result is offered. */
function state(row: SummaryRow, { texts }: CellContext): ReactNode {
  const { summary } = texts;
  return (
    <span className="summary-cell-state">
      {summaryState(row.state, texts)}
      {row.stale && (
        <em className="summary-tag summary-tag-stale" title={summary.staleHint}>
          {summary.stale}
        </em>
      )}
      {row.offered !== null && (
        <em className="summary-tag" title={fillText(summary.notices.offered, { number: row.offered })}>
          {summary.offered}
        </em>
      )}
    </span>
  );
}

function snippet(row: SummaryRow, context: CellContext): ReactNode {
  if (row.snippet) return <span title={row.snippet}>{row.snippet}</span>;
  return row.sentences > 0 ? <span className="grid-quiet">{context.texts.summary.hidden}</span> : none(context);
}

/** Flags summaries that were extracted only because the language model failed. */
function origin(row: SummaryRow, context: CellContext): ReactNode {
  if (!row.origin) return none(context);
  const { summary, languageModel } = context.texts;
  const cause = row.fallback && fillText(summary.notices.fallback, { cause: languageModel.failures[row.fallback] });
  return (
    <span className="summary-cell-origin" title={cause || undefined}>
      {cause && <Icon name="warning" />}
      {filterLink('origin', [row.origin], summary.origins[row.origin], context)}
      {cause && <span className="visually-hidden">{cause}</span>}
    </span>
  );
}

function work({ work: job }: SummaryRow, context: CellContext): ReactNode {
  if (!job) return none(context);
  return <span title={causeOf(job) ?? undefined}>{workState(job, context.texts)}</span>;
}

export const summaryColumns: Record<string, ColumnView<SummaryRow>> = {
  resource: { width: 180, grow: 4, cell: ({ resource }) => titled(resource) },
  kind: {
    width: 92,
    grow: 0,
    keep: 2,
    cell: ({ resource }, context) =>
      filterLink('kind', [resource.kind], context.texts.resource.kinds[resource.kind], context),
  },
  state: { width: 200, grow: 1, keep: 9, cell: state },
  snippet: { width: 224, grow: 8, keep: 8, cell: snippet },
  origin: { width: 156, grow: 1, keep: 5, cell: origin },
  evidence: {
    width: 116,
    grow: 0,
    keep: 7,
    greatestFirst: true,
    cell: ({ evidence }, context) =>
      evidence === null ? (
        none(context)
      ) : (
        <span title={fillText(context.texts.summary.evidenceOf, { value: Math.floor(evidence * 100) })}>
          {confidenceBar(evidence, context.texts)}
        </span>
      ),
  },
  keywords: { width: 170, grow: 2, cell: (row, context) => joinNames(row.keywords) || none(context) },
  language: {
    width: 92,
    grow: 0,
    cell: (row, context) =>
      row.language ? filterLink('language', [row.language], languageName(row.language), context) : none(context),
  },
  engine: {
    width: 140,
    grow: 1,
    cell: (row, context) =>
      row.engine ? <span title={engineWords(row.engine)}>{engineName(row.engine)}</span> : none(context),
  },
  model: { width: 130, grow: 1, cell: (row, context) => row.model ?? none(context) },
  sentences: { width: 84, grow: 0, cell: (row, context) => number(row.sentences, context) },
  chapters: { width: 84, grow: 0, cell: (row, context) => number(row.chapters, context) },
  tokens: { width: 84, grow: 0, cell: (row, context) => number(row.tokens, context) },
  cost: {
    width: 84,
    grow: 0,
    cell: (row, context) => (row.cost === null ? none(context) : context.format.cost(row.cost)),
  },
  work: { width: 110, grow: 0, keep: 4, cell: work },
  owner: {
    width: 116,
    grow: 1,
    cell: ({ resource: { owner } }, context) => filterLink('owner', owner.id, owner.name, context),
  },
  department: {
    width: 112,
    cell: ({ resource: { department } }, context) =>
      department ? filterLink('department', [department.id], department.name, context) : none(context),
  },
  changedBy: { width: 112, grow: 1, cell: (row, context) => row.changedBy?.name ?? none(context) },
  changed: {
    width: 120,
    grow: 0,
    keep: 3,
    greatestFirst: true,
    cell: ({ changedAt }, context) => timeAgo(changedAt, context),
  },
};
