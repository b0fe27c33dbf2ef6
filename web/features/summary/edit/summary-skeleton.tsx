import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';

export function SummarySkeleton() {
  return (
    <SkeletonRegion className="text-work">
      <Skeleton width="40%" height={28} />
      <div className="text-work-pending">
        <div>
          <Skeleton height={360} />
        </div>
        <div>
          {[90, 96, 82, 94, 60].map((share) => (
            <Skeleton key={share} width={`${share}%`} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}
