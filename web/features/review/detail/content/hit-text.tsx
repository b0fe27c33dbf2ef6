import { getHitText, type Hit, type ReviewView } from '@lectern/contract/features/review.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '../../../../components/banner.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { placeWords } from '../../../../components/sensitive/marked-text.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';

type Props = {
  review: ReviewView;
  hit: Hit;
  /** All matches loaded so far. */
  hits: readonly Hit[];
  /** The text is the only view of this match, so it is shown larger. */
  prominent?: boolean;
  onChoose: (id: string) => void;
};
type Mark = { hitId: string; start: number; end: number };

/** The text around a match, with other matches in the same text marked as well. */
export function HitText({ review, hit, hits, prominent, onChoose }: Props) {
  const texts = useTexts();
  const { text: says } = texts.review;
  const { data, error, isFetching, refetch } = useQuery(
    queryOf(getHitText, { params: { id: review.id, hitId: hit.id } }, { quiet: true }),
  );
  return (
    <article className={prominent ? 'review-text review-text-prominent' : 'review-text'} aria-label={says.label}>
      <h2>{placeWords(hit.place, texts, review.resource)}</h2>
      {data?.stale && <Banner tone="warning">{says.stale}</Banner>}
      {error && error.status !== 404 && (
        <ErrorPanel error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {error?.status === 404 && <p>{says.unavailable}</p>}
      {!data && !error && (
        <SkeletonRegion>
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </SkeletonRegion>
      )}
      {data && (
        <p>
          {data.before && <span className="review-text-around">{endOf(data.before)} </span>}
          {withMarks(data.text, data.marks, hit.id, onChoose)}
          {data.after && <span className="review-text-around"> {startOf(data.after)}</span>}
        </p>
      )}
      {data && hit.state === 'masked' && !review.maskFailed && (
        <p className="review-text-others">
          <b>{othersOf(hit, says.others)}</b> {covered(data.text, data.marks, hits)}
        </p>
      )}
    </article>
  );
}

/** Characters of the previous and next text shown for context. */
const around = 200;
const startOf = (text: string) =>
  text.length > around ? `${text.slice(0, around).replace(/\s\S{0,24}$/, '')}…` : text;
const endOf = (text: string) => (text.length > around ? `…${text.slice(-around).replace(/^\S{0,24}\s/, '')}` : text);

function othersOf({ place: { source } }: Hit, others: Record<'read' | 'covered' | 'silent', string>): string {
  if (source === 'speech') return others.silent;
  return source === 'ocr' || source === 'document' ? others.covered : others.read;
}

/** The text as people without access to the original see it: masked matches are blacked out. */
function covered(text: string, marks: readonly Mark[], hits: readonly Hit[]): string {
  const masked = new Set(hits.flatMap(({ id, state }) => (state === 'masked' ? [id] : [])));
  return marks.reduce(
    (known, { hitId, start, end }) =>
      masked.has(hitId)
        ? known.slice(0, start) + known.slice(start, end).replace(/\S/g, '■') + known.slice(end)
        : known,
    text,
  );
}

/** Where marks overlap, the chosen match wins. */
function withMarks(text: string, marks: readonly Mark[], chosenId: string, onChoose: (id: string) => void): ReactNode {
  const first = (mark: Mark) => (mark.hitId === chosenId ? 0 : 1);
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((left, right) => first(left) - first(right) || left.start - right.start))
    if (!kept.some(({ start, end }) => mark.start < end && start < mark.end)) kept.push(mark);
  kept.sort((left, right) => left.start - right.start);
  const ends = kept.map(({ end }) => end);
  return (
    <>
      {kept.map(({ hitId, start, end }, at) => (
        <span key={hitId}>
          {text.slice(ends[at - 1] ?? 0, start)}
          {hitId === chosenId ? (
            <mark className="sensitive-mark">{text.slice(start, end)}</mark>
          ) : (
            <button type="button" className="review-text-other" onClick={() => onChoose(hitId)}>
              {text.slice(start, end)}
            </button>
          )}
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
