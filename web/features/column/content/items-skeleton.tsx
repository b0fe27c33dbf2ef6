import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';

const widths = ['46%', '38%', '52%', '42%', '34%', '48%'];

export function ItemsSkeleton() {
  return (
    <SkeletonRegion className="column-items-skeleton">
      {widths.map((width) => (
        <div key={width} className="sort-row">
          <Skeleton width={30} height={22} />
          <Skeleton width={width} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
