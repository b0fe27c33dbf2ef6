import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

const widths = [62, 88, 74, 93, 55, 80, 68, 90, 47, 84, 71, 95];

/** The page before its text is there. */
export function TextSkeleton({ children }: { children?: string }) {
  return (
    <SkeletonRegion className="text-work">
      <div className="text-work-head">
        <Skeleton width={280} height={22} />
        {children && <small>{children}</small>}
      </div>
      <div className="text-work-pending">
        <Skeleton height={420} />
        <div>
          {widths.map((width) => (
            <Skeleton key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}
