import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';

export function SettingsSkeleton() {
  return (
    <SkeletonRegion className="settings">
      {['general', 'signIn', 'announcement'].map((section) => (
        <div key={section} className="card settings-skeleton">
          <Skeleton width={100} />
          <Skeleton width={240} />
          <Skeleton height={32} />
          <Skeleton width="60%" height={32} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
