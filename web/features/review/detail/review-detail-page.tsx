import { getResource } from '@lectern/contract/features/resource.ts';
import { getHitText, getReview, listHits, listReviewActivity, reviewPath } from '@lectern/contract/features/review.ts';
import { countSameHits, listDecisions, listWordDecisions } from '@lectern/contract/features/review-decision.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { FailedPage } from '../../../components/detail/failed-page.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { useLiveRefresh } from '../../../lib/use-live-refresh.ts';
import { queueHref } from '../review-href.ts';
import { ReviewDetail } from './review-detail.tsx';
import './review-detail.css';

/** The review of one document, video, recording, picture or other item: one family for all of them. */
export function ReviewDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const router = useRouter();
  const { routes, review: words } = useTexts();
  const queue = queueHref(new URLSearchParams(searchStr).get('view') ?? '');
  const { review, refresh } = useStoredReview(id);
  const { data, error } = review;
  // Someone replaced the file by one of another kind, or typed the address by hand.
  const rightPath = data && reviewPath({ id: data.id, kind: data.resource.kind }).split('?')[0];
  useEffect(() => {
    if (rightPath && rightPath !== pathname) router.history.replace(rightPath + searchStr);
  }, [rightPath, pathname, searchStr, router]);

  if (isMissing(error)) return <MissingReview status={error?.status ?? 404} queue={queue} />;
  const panel = error && (
    <ErrorPanel
      error={error}
      keepsOld={data !== undefined}
      retrying={review.isFetching}
      onRetry={() => void review.refetch()}
    />
  );
  if (data) {
    return (
      <>
        {panel}
        <ReviewDetail key={data.id} review={data} refresh={refresh} />
      </>
    );
  }
  if (!panel) return <ReviewDetailSkeleton />;
  return (
    <FailedPage
      title={routes[matchRoute(pathname)?.id ?? 'sensitive.resource']}
      back={{ list: queue, label: words.backToQueue }}
    >
      {panel}
    </FailedPage>
  );
}

/** Nothing can have an id that is none. */
function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}

function MissingReview({ status, queue }: { status: number; queue: string }) {
  const { review } = useTexts();
  return (
    <section className="notice-page">
      <p className="notice-page-code">{status === 410 ? 410 : 404}</p>
      <h1>{review.missing.title}</h1>
      <p>{review.missing.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={queue}>
          {review.backToQueue}
        </AppLink>
      </div>
    </section>
  );
}

/** The layout before anything is known of what it will hold. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: bars of a picture
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

/** One review as stored, fresh whenever someone decides or the machine finds something else. */
function useStoredReview(id: string) {
  const client = useQueryClient();
  const review = useQuery({ ...queryOf(getReview, { params: { id } }, { quiet: true }), retry: false });
  useLiveRefresh('review', shown, { resourceId: id });
  const refresh = useCallback(() => client.invalidateQueries({ predicate: isAnswerOf(shown) }), [client]);
  return { review, refresh };
}
