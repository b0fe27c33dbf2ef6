import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

export function HealthSkeleton() {
  return (
    <SkeletonRegion className="page-stack">
      <div className="card health-skeleton">
        <Skeleton width={180} height={18} />
        <Skeleton width="50%" />
      </div>
      <div className="health-cards">
        {['queue', 'disk', 'database', 'versions', 'process'].map((card) => (
          <div
            key={card}
            className={card === 'queue' ? 'card health-skeleton health-card-wide' : 'card health-skeleton'}
          >
            <Skeleton width={90} />
            <Skeleton />
            <Skeleton />
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
      <div className="card health-skeleton">
        <Skeleton width={90} />
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </SkeletonRegion>
  );
}
