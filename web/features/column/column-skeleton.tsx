import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

const widths = ['70%', '48%', '56%', '40%', '62%', '52%', '44%', '58%'];

export function ColumnSkeleton() {
  return (
    <SkeletonRegion className="column-parts">
      <div className="drag-panel column-skeleton">
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className="drag-panel column-skeleton">
        <Skeleton width="32%" height={20} />
        <Skeleton width="48%" />
        {widths.map((width) => (
          <Skeleton key={width} width={width} height={22} />
        ))}
      </div>
    </SkeletonRegion>
  );
}
