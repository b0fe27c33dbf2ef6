import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

const widths = ['70%', '48%', '56%', '40%', '62%', '52%', '44%', '58%'];

export function SubjectSkeleton() {
  return (
    <SkeletonRegion className="subject-parts">
      <div className="drag-panel subject-waiting">
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className="drag-panel subject-waiting">
        <Skeleton width="32%" height={20} />
        <Skeleton width="48%" />
        <Skeleton height={180} />
      </div>
    </SkeletonRegion>
  );
}
