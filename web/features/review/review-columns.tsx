import type { ReviewRow } from '@lectern/contract/features/review.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { filterLink, none, timeAgo } from '../../components/list-page/cells.tsx';
import type { CellContext, ColumnView } from '../../components/list-page/list-definition.ts';
import { resourceState } from '../../components/resource/resource-state.tsx';
import { pictureOver, signSize } from '../../components/resource/thumbnail.tsx';
import { markedText, severityMark } from '../../components/sensitive/marked-text.tsx';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { isOverdue, isUndecided, kindIcons, kindName, reviewState } from './review-state.tsx';
import './review-list.css';
import { joinNames, labelled } from '../../lib/i18n/punctuation.ts';

type Named = { id: string; name: string };

function unit(part: Named | null, filter: string, context: CellContext): ReactNode {
  return part ? filterLink(filter, [part.id], part.name, context) : none(context);
}

/** Thumbnails are blurred in the queue, because passers-by may see the screen. */
function named({ resource }: ReviewRow): ReactNode {
  return (
    <>
      <span className="review-thumbnail">
        {pictureOver(
          <Icon name={kindIcons[resource.kind]} size={signSize.row} />,
          resource.thumbnail,
          'row',
          resource.kind === 'document',
        )}
      </span>
      <span className="grid-name" title={resource.title}>
        {resource.title}
      </span>
    </>
  );
}

const charactersBefore = 12;

function snippet({ first }: ReviewRow, context: CellContext): ReactNode {
  if (!first) return none(context);
  const source = context.texts.scan.sources[first.source];
  return (
    <span className="review-snippet" title={labelled(source, first.excerpt.text)}>
      {markedText(first.excerpt, charactersBefore)}
    </span>
  );
}

/** Shows the word of the first match, which is the most severe, and counts the others. */
function words(row: ReviewRow, context: CellContext): ReactNode {
  const { review } = context.texts;
  const shown = row.words.find(({ text }) => text === row.first?.word) ?? row.words[0];
  if (!shown) return none(context);
  const { text, hits } = shown;
  const more = row.words.filter((word) => word !== shown);
  return (
    <span className="review-words">
      <span className="review-word" title={text}>
        {filterLink('word', text, hits > 1 ? fillText(review.wordTimes, { word: text, count: hits }) : text, context)}
      </span>
      {more.length > 0 && (
        <span className="grid-quiet" title={joinNames(more.map(({ text }) => text))}>
          {fillText(review.moreWords, { count: more.length })}
        </span>
      )}
    </span>
  );
}

function sources(row: ReviewRow, context: CellContext): ReactNode {
  if (row.sources.length === 0) return none(context);
  const names = context.texts.scan.sources;
  const text = joinNames(row.sources.map((source) => names[source]));
  return (
    <span title={text} className="grid-quiet">
      {text}
    </span>
  );
}

function due(row: ReviewRow, context: CellContext): ReactNode {
  if (!isUndecided(row)) return none(context);
  const { format, texts } = context;
  const time = format.relativeTime(row.dueAt);
  const late = isOverdue(row);
  return (
    <time
      dateTime={row.dueAt}
      title={late ? fillText(texts.review.overdue, { time: format.elapsed(row.dueAt) }) : format.dateTime(row.dueAt)}
      className={late ? 'review-overdue' : 'grid-quiet'}
    >
      {late && <span className="visually-hidden">{texts.review.filters.overdue} </span>}
      {time}
    </time>
  );
}

export const reviewColumns: Record<string, ColumnView<ReviewRow>> = {
  resource: { width: 230, grow: 5, cell: named },
  kind: {
    width: 92,
    grow: 0,
    cell: ({ resource: { kind } }, context) => filterLink('kind', [kind], kindName(kind, context.texts), context),
  },
  severity: {
    width: 104,
    grow: 0,
    keep: 9,
    greatestFirst: true,
    cell: ({ severity, likelyFalse }, context) =>
      severity ? severityMark(severity, context.texts, likelyFalse) : none(context),
  },
  words: { width: 142, grow: 1, keep: 5, cell: words },
  sources: { width: 124, grow: 1, keep: 1, cell: sources },
  snippet: { width: 200, grow: 5, keep: 8, cell: snippet },
  hits: {
    width: 104,
    grow: 0,
    keep: 6,
    greatestFirst: true,
    cell: ({ openHits, hits }, { format, texts }) => {
      const counts = { open: format.number(openHits), all: format.number(hits) };
      return <span title={fillText(texts.review.openOf, counts)}>{fillText(texts.review.hitsOf, counts)}</span>;
    },
  },
  state: { width: 146, grow: 0, keep: 7, cell: (row, { texts }) => reviewState(row, texts) },
  resourceState: { width: 112, grow: 0, cell: ({ resource }, { texts }) => resourceState(resource, texts) },
  owner: {
    width: 104,
    grow: 1,
    keep: 3,
    cell: ({ resource: { owner } }, context) =>
      owner ? filterLink('owner', owner.id, owner.name, context) : none(context),
  },
  department: { width: 112, cell: ({ resource }, context) => unit(resource.department, 'department', context) },
  college: { width: 112, cell: ({ resource }, context) => unit(resource.college, 'college', context) },
  reviewer: {
    width: 96,
    grow: 1,
    keep: 4,
    cell: ({ claimedBy, decidedBy }, context) => {
      const person = claimedBy ?? decidedBy;
      return person ? filterLink('reviewer', person.id, person.name, context) : none(context);
    },
  },
  opened: { width: 116, grow: 0, keep: 2, greatestFirst: true, cell: (row, context) => timeAgo(row.openedAt, context) },
  due: { width: 96, grow: 0, keep: 7, cell: due },
  changed: { width: 116, grow: 0, greatestFirst: true, cell: (row, context) => timeAgo(row.changedAt, context) },
};
