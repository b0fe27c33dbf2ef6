import type { ReviewView } from '@lectern/contract/features/review.ts';
import { scanSourceWords } from '@lectern/contract/features/scan-words.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/button.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { severityMark } from '../../../../components/sensitive/severity.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { inLanguage } from '../../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import type { Hits } from '../use-hits.ts';
import { groupHits } from './group-hits.ts';
import { HitEntry } from './hit-entry.tsx';
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

/** All places at which something was found, by word and source. */
export function HitList({ review, hits, shown, chosenId, onlyOpen, onOnlyOpen, onChoose }: Props) {
  const { review: says } = useTexts();
  const { number } = useFormat();
  const list = useRef<HTMLElement>(null);
  const sources = inLanguage(scanSourceWords);
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
              // biome-ignore lint/suspicious/noArrayIndexKey: bars of a picture
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
              {severityMark(severity, likelyFalse)}
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
