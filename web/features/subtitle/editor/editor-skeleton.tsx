import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';

const widths = [62, 88, 74, 93, 55, 80, 68, 90, 47, 84];

/** The page before its cues are there. */
export function EditorSkeleton() {
  return (
    <SkeletonRegion className="text-work">
      <div className="text-work-head">
        <Skeleton width={280} height={22} />
      </div>
      <div className="text-work-pending">
        <Skeleton height={320} />
        <div>
          {widths.map((width) => (
            <Skeleton key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      </div>
      <Skeleton height={128} />
    </SkeletonRegion>
  );
}
