import { getResource } from '@lectern/contract/features/resource.ts';
import { getHitText, getReview, listHits, listReviewActivity, reviewPath } from '@lectern/contract/features/review.ts';
import { countSameHits, listDecisions, listWordDecisions } from '@lectern/contract/features/review-decision.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LoadedPage, useRightPath } from '../../../components/detail/loaded-page.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { useLiveRefresh } from '../../../lib/use-live-refresh.ts';
import { queueHref } from '../review-href.ts';
import { ReviewDetail } from './review-detail.tsx';
import './review-detail.css';

/** Review page for all kinds of items. */
export function ReviewDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, review: words } = useTexts();
  const queue = queueHref(new URLSearchParams(searchStr).get('view') ?? '');
  const { review, refresh } = useStoredReview(id);
  const { data } = review;
  useRightPath(data && reviewPath({ id: data.id, kind: data.resource.kind }).split('?')[0]);
  return (
    <LoadedPage
      query={review}
      title={routes[matchRoute(pathname)?.id ?? 'sensitive.resource']}
      back={{ list: queue, label: words.backToQueue }}
      missing={words.missing}
      skeleton={<ReviewDetailSkeleton />}
    >
      {(data) => <ReviewDetail key={data.id} review={data} refresh={refresh} />}
    </LoadedPage>
  );
}

/** Layout shown while the review loads. */
function ReviewDetailSkeleton() {
  return (
    <SkeletonRegion className="review-detail">
      <div className="review-header">
        <Skeleton width={72} height={24} />
        <Skeleton width={280} height={24} />
        <Skeleton width={80} />
        <div className="review-header-actions">
          <Skeleton width={220} height={32} />
        </div>
      </div>
      <div className="review-body">
        {[3, 1, 4].map((count) => (
          <div key={count} className="review-pending">
            {Array.from({ length: count }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder bars never move
              <Skeleton key={at} height={count === 1 ? 320 : 48} />
            ))}
          </div>
        ))}
      </div>
    </SkeletonRegion>
  );
}

const shown = [
  getReview,
  listHits,
  getHitText,
  countSameHits,
  listDecisions,
  listWordDecisions,
  listReviewActivity,
  getResource,
];

/** The review, refreshed after decisions and new scans. */
function useStoredReview(id: string) {
  const client = useQueryClient();
  const review = useQuery({ ...queryOf(getReview, { params: { id } }, { quiet: true }), retry: false });
  useLiveRefresh('review', shown, { resourceId: id });
  const refresh = useCallback(() => client.invalidateQueries({ predicate: isAnswerOf(shown) }), [client]);
  return { review, refresh };
}
