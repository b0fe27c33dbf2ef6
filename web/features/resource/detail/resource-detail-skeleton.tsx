import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';

/** The layout before anything is known of what it will hold. */
export function ResourceDetailSkeleton() {
  return (
    <SkeletonRegion className="resource-detail">
      <div className="resource-header">
        <Skeleton width={72} height={24} />
        <Skeleton width={280} height={24} />
        <Skeleton width={80} />
        <div className="resource-header-actions">
          <Skeleton width={108} height={32} />
        </div>
      </div>
      <div className="resource-body">
        <div className="resource-show">
          <div className="resource-pending-viewer" />
        </div>
        <div className="resource-tabs resource-pending-tabs">
          <Skeleton width="80%" height={20} />
          {[72, 32, 32, 32, 32].map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars of a picture
            <Skeleton key={at} height={height} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}
