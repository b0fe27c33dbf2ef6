import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { type DecisionRow, listDecisions, listWordDecisions } from '@lectern/contract/features/review-decision.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { markedText } from '../../../../components/sensitive/marked-text.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { call } from '../../../../lib/api-client.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryKeyOf } from '../../../../lib/queries.ts';
import { undoAction } from '../../decide/last-action.ts';

type Props = { review: ReviewView; hit: Hit | undefined; onUndone: () => void };

/** Earlier decisions about this resource, and about the word wherever the user has access. */
export function EarlierTab({ review, hit, onUndone }: Props) {
  const { earlier } = useTexts().review;
  return (
    <>
      <Decisions endpoint={listDecisions} id={review.id} title={earlier.onResource} onUndone={onUndone} />
      {hit && (
        <Decisions
          endpoint={listWordDecisions}
          id={hit.word.id}
          title={fillText(earlier.onWord, { word: hit.word.text })}
          withTitles
          onUndone={onUndone}
        />
      )}
    </>
  );
}

type ListProps = {
  endpoint: typeof listDecisions | typeof listWordDecisions;
  id: string;
  title: string;
  withTitles?: boolean;
  onUndone: () => void;
};

function Decisions({ endpoint, id, title, withTitles = false, onUndone }: ListProps) {
  const { earlier } = useTexts().review;
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(endpoint, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { params: { id }, query: { after: pageParam } }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.more ? page.rows.at(-1)?.id : undefined),
  });
  const rows: DecisionRow[] = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="review-earlier">
      <h2>{title}</h2>
      {pages.isError && (
        <ErrorPanel error={pages.error} keepsOld={rows.length > 0} onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && (
        <SkeletonRegion>
          <Skeleton height={48} />
        </SkeletonRegion>
      )}
      {pages.isSuccess && rows.length === 0 && <p>{earlier.none}</p>}
      <ol>
        {rows.map((row) => (
          <DecisionEntry key={row.id} row={row} withTitle={withTitles} onUndone={onUndone} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {earlier.more}
        </Button>
      )}
    </section>
  );
}

type DecisionEntryProps = { row: DecisionRow; withTitle: boolean; onUndone: () => void };

/** One decision: who, when and why. */
function DecisionEntry({ row, withTitle, onUndone }: DecisionEntryProps) {
  const { review, detail } = useTexts();
  const { earlier } = review;
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const decision = review.decisions[row.decision];
  const undo = async () => {
    setBusy(true);
    try {
      await undoAction({ kind: 'decision', reviewId: row.resource.id, id: row.id });
      onUndone();
    } catch {}
    setBusy(false);
  };
  const subject = [
    withTitle && row.resource.title,
    !withTitle && row.word?.text,
    row.hits > 1 && fillText(earlier.hits, { count: format.number(row.hits) }),
  ].filter(Boolean);
  return (
    <li data-undone={row.undone !== null || undefined}>
      <div className="review-earlier-head">
        <b>{decision}</b>
        <small>
          {fillText(earlier.byLine, { name: row.by?.name ?? detail.nobody, time: format.relativeTime(row.at) })}
        </small>
        {row.undoable && !row.operationId && (
          <Button
            size="small"
            busy={busy}
            aria-label={fillText(earlier.undoOf, { decision, time: format.dateTime(row.at) })}
            onClick={() => void undo()}
          >
            {earlier.undo}
          </Button>
        )}
      </div>
      {subject.length > 0 && <div>{subject.join(' · ')}</div>}
      {row.reason && <div className="review-earlier-why">{review.reasons[row.reason]}</div>}
      {row.note && <q>{row.note}</q>}
      {row.excerpt && <p>{markedText(row.excerpt, 40)}</p>}
      {row.operationId && row.undoable && <small>{earlier.inOperation}</small>}
      {row.undone && <small>{fillText(earlier.undone, { name: row.undone.by?.name ?? detail.nobody })}</small>}
    </li>
  );
}
