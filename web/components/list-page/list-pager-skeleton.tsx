import { Skeleton } from '../skeleton.tsx';

/** The line below the rows before there are any. */
export function ListPagerSkeleton() {
  return (
    <div className="list-pager" aria-hidden="true">
      <Skeleton width={120} />
      <div className="list-pager-pages">
        <Skeleton width={150} />
      </div>
      <Skeleton width={70} height={28} />
    </div>
  );
}
