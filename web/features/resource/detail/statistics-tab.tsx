import { getResourceStat } from '@lectern/contract/features/object-stat.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ObjectStatTab, useObjectStatQuery } from '../../../components/statistics/object-stat-tab.tsx';
import { RetentionFigure } from '../../../components/statistics/retention-figure.tsx';
import { useStatAddress } from '../../../components/statistics/use-stat-address.ts';
import { queryOf } from '../../../lib/queries.ts';

export type StatisticsTabProps = { resource: ResourceDetailView };

export function StatisticsTab({ resource }: StatisticsTabProps) {
  const query = useObjectStatQuery();
  const address = useStatAddress();
  const stat = useQuery({
    ...queryOf(getResourceStat, { params: { id: resource.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const isMedia = resource.kind === 'video' || resource.kind === 'audio';
  return (
    <ObjectStatTab stat={stat} of={{ resource: resource.id }}>
      {isMedia && (
        <RetentionFigure
          resourceId={resource.id}
          period={query.period}
          hrefAt={(second) => address.href({ second: String(second) })}
        />
      )}
    </ObjectStatTab>
  );
}
