import { hasAbility } from '@lectern/contract/roles.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { BundleEntry } from './bundle-entry.tsx';
import { useBundles } from './use-bundles.ts';

/** Making and fetching support bundles; only administrators may do either. */
export function BundleList() {
  const { health } = useTexts();
  const mayMake = hasAbility(useCurrentUser().roleId, 'admin');
  const { bundles, making, make } = useBundles();
  const rows = bundles.data ?? [];
  const makeButton = mayMake && (
    <Button busy={making} onClick={make}>
      {health.makeBundle}
    </Button>
  );
  return (
    <Card title={health.bundles} text={health.bundlesText} aside={rows.length > 0 && makeButton}>
      {bundles.isError && (
        <div className="form-notice">
          <ErrorPanel
            error={bundles.error}
            keepsOld={rows.length > 0}
            retrying={bundles.isFetching}
            onRetry={() => void bundles.refetch()}
          />
        </div>
      )}
      {bundles.isPending && (
        <SkeletonRegion className="table-skeleton">
          <div>
            <Skeleton width="20%" />
            <Skeleton width="40%" />
          </div>
        </SkeletonRegion>
      )}
      {bundles.isSuccess && rows.length === 0 && (
        <EmptyState icon="records" title={health.bundlesEmptyTitle} action={makeButton}>
          {mayMake ? health.bundlesEmptyText : health.bundlesEmptyReadOnly}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="health-bundles">
          {rows.map((bundle) => (
            <BundleEntry key={bundle.id} bundle={bundle} mayDownload={mayMake} />
          ))}
        </ul>
      )}
    </Card>
  );
}
