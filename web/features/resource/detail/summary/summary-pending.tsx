import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import './summary-tab.css';

export type SummaryTabProps = { resource: ResourceDetailView; link: ViewerLink };

export function SummaryPending() {
  return (
    <SkeletonRegion className="summary-tab">
      {[94, 88, 96, 70].map((share) => (
        <Skeleton key={share} width={`${share}%`} />
      ))}
    </SkeletonRegion>
  );
}
