import { listUses } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

const icons = { column: 'columns', favourite: 'star', course: 'course', recommendation: 'layout' } as const;

/** Everything that shows it, and would miss it. */
export function UsesTab({ id }: { id: string }) {
  const { resourceDetail } = useTexts();
  const uses = useQuery(queryOf(listUses, { params: { id } }, { quiet: true }));
  if (uses.isError)
    return <ErrorPanel error={uses.error} retrying={uses.isFetching} onRetry={() => void uses.refetch()} />;
  if (uses.isPending) {
    return (
      <SkeletonRegion>
        <Skeleton height={72} />
      </SkeletonRegion>
    );
  }
  if (uses.data.length === 0) {
    return (
      <EmptyState icon="layout" title={resourceDetail.usesEmpty}>
        {resourceDetail.usesEmptyText}
      </EmptyState>
    );
  }
  return (
    <ul className="uses-tab">
      {uses.data.map(({ kind, name, link, detail }) => (
        <li key={`${kind} ${link} ${name} ${detail}`}>
          <Icon name={icons[kind]} />
          <div>
            {link ? <AppLink to={link}>{name}</AppLink> : name}
            <small>{[resourceDetail.useKinds[kind], detail].filter(Boolean).join(' · ')}</small>
          </div>
        </li>
      ))}
    </ul>
  );
}
