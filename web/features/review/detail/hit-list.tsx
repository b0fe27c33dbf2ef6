import { type Hit, listHits, type ReviewView } from '@lectern/contract/features/review.ts';
import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { hitsAtOnce } from '@lectern/contract/review-page-data.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { markedText, placeIn, severityMark } from '../../../components/sensitive/marked-text.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './hit-list.css';

type Props = {
  review: ReviewView;
  hits: Hits;
  shown: Hits['rows'];
  chosenId: string | undefined;
  onlyOpen: boolean;
  onOnlyOpen: (onlyOpen: boolean) => void;
  onChoose: (id: string) => void;
};

/** All matches of the review, by word and source. */
export function HitList({ review, hits, shown, chosenId, onlyOpen, onOnlyOpen, onChoose }: Props) {
  const texts = useTexts();
  const says = texts.review;
  const { number } = useFormat();
  const list = useRef<HTMLElement>(null);
  const { sources } = texts.scan;
  useEffect(() => {
    if (chosenId) list.current?.querySelector(`[data-hit="${chosenId}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  const counts = { open: number(review.openHits), done: number(review.hits - review.openHits) };
  return (
    <section className="review-hits" ref={list} aria-label={says.hits.label}>
      <header>
        <h2>{says.hits.label}</h2>
        <small>{fillText(says.hits.summary, counts)}</small>
        <label>
          <input
            type="checkbox"
            className="grid-checkbox"
            checked={onlyOpen}
            onChange={(event) => onOnlyOpen(event.target.checked)}
          />
          {says.hits.onlyOpen}
        </label>
      </header>
      <div className="review-hits-body">
        {hits.error && <ErrorPanel error={hits.error} keepsOld={hits.rows.length > 0} onRetry={hits.retry} />}
        {hits.pending && !hits.error && (
          <SkeletonRegion className="review-hits-pending">
            {[64, 64, 64].map((height, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder bars never move
              <Skeleton key={at} height={height} />
            ))}
          </SkeletonRegion>
        )}
        {!hits.pending && !hits.error && shown.length === 0 && (
          <p className="review-hits-none">{onlyOpen && hits.rows.length > 0 ? says.hits.empty : says.hits.emptyAll}</p>
        )}
        {groupHits(shown).map(({ key, word, source, severity, likelyFalse, hits: group }) => (
          <section key={key} aria-label={`${word} · ${sources[source]}`}>
            <h3>
              <b title={word}>{word}</b>
              {severityMark(severity, texts, likelyFalse)}
              <small>{sources[source]}</small>
            </h3>
            <ul>
              {group.map((hit) => (
                <HitEntry
                  key={hit.id}
                  resource={review.resource}
                  hit={hit}
                  chosen={hit.id === chosenId}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
        {hits.more && (
          <Button size="small" busy={hits.fetchingMore} onClick={hits.showMore}>
            {says.hits.more}
          </Button>
        )}
      </div>
    </section>
  );
}

type HitGroup = Pick<Hit, 'severity' | 'likelyFalse'> & {
  key: string;
  word: string;
  source: ScanSource;
  hits: Hit[];
};

/** Groups matches by word and source in the given order; likely false ones form their own groups. */
function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const { word, place, severity, likelyFalse } = hit;
    const key = `${word.id} ${place.source}${likelyFalse ? ' likely false' : ''}`;
    const known = groups.get(key);
    if (known) known.hits.push(hit);
    else groups.set(key, { key, word: word.text, source: place.source, severity, likelyFalse, hits: [hit] });
  }
  return [...groups.values()];
}

/** Matches in display order, which keyboard navigation follows. */
export function inOrder(hits: readonly Hit[]): Hit[] {
  return groupHits(hits).flatMap((group) => group.hits);
}

/** The matches of a review by word in reading order, loaded page by page. */
export function useHits(id: string) {
  /** Cursors of the further pages: the last match of each previous page. */
  const [ends, setEnds] = useState<readonly string[]>([]);
  const pages = useQueries({
    queries: [undefined, ...ends].map((after) =>
      queryOf(listHits, { params: { id }, query: { size: hitsAtOnce, after } }, { quiet: true }),
    ),
  });
  const rows: Hit[] = pages.flatMap(({ data }) => data?.rows ?? []);
  const last = pages.at(-1);
  return {
    rows,
    pending: pages[0]?.isPending === true,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.error) void page.refetch();
    },
    more: last?.data?.more === true,
    fetchingMore: pages.length > 1 && last?.isPending === true,
    showMore: () => {
      const end = last?.data?.rows.at(-1);
      if (end) setEnds([...ends, end.id]);
    },
  };
}
type Hits = ReturnType<typeof useHits>;

const charactersBefore = 28;

type HitEntryProps = { resource: ReviewView['resource']; hit: Hit; chosen: boolean; onChoose: (id: string) => void };

/** One match: its page or second, the text around it, and its state. */
function HitEntry({ resource, hit, chosen, onChoose }: HitEntryProps) {
  const texts = useTexts();
  const { hits: says } = texts.review;
  const { state, decision } = hit;
  const place = placeIn(hit.place, texts, resource);
  const words = { state: texts.review.hitStates[state], name: decision?.by?.name ?? '' };
  return (
    <li>
      <button
        type="button"
        className="review-hit"
        data-hit={hit.id}
        data-state={state}
        aria-current={chosen || undefined}
        onClick={() => onChoose(hit.id)}
      >
        {place && <span className="review-hit-place">{place}</span>}
        <span className="review-hit-text">{markedText(hit.excerpt, charactersBefore)}</span>
        {state !== 'open' && (
          <span className="review-hit-state" title={decision?.note}>
            {decision?.by ? fillText(says.decidedBy, words) : words.state}
          </span>
        )}
      </button>
    </li>
  );
}
