import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';

/** The layout before anything is known of what it will hold. */
export function ReviewDetailSkeleton() {
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
