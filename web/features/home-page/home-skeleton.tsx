import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

/** The layout while it loads: slots on the left, the details on the right. */
export function HomeSkeleton() {
  return (
    <SkeletonRegion className="home-parts">
      <div className="home-slots">
        {[3, 2, 1].map((rows) => (
          <div key={rows} className="drag-panel home-slot-loading">
            <Skeleton width="30%" height={16} />
            {Array.from({ length: rows }, (_, at) => (
              <Skeleton key={String(at)} height={32} />
            ))}
          </div>
        ))}
      </div>
      <div className="drag-panel home-inspector home-slot-loading">
        <Skeleton width="50%" height={16} />
        <Skeleton height={120} />
        <Skeleton height={32} />
        <Skeleton height={32} />
      </div>
    </SkeletonRegion>
  );
}
