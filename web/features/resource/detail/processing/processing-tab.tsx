import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { StepEntry } from './step-entry.tsx';
import './processing.css';

/** What machines did with the current file, step by step. */
export function ProcessingTab({ resource }: { resource: ResourceDetailView }) {
  const { work: words } = useTexts();
  const steps = useQuery(queryOf(listResourceWork, { params: { id: resource.id } }, { quiet: true }));
  return (
    <div className="processing">
      {steps.isError && (
        <ErrorPanel
          error={steps.error}
          keepsOld={steps.data !== undefined}
          retrying={steps.isFetching}
          onRetry={() => void steps.refetch()}
        />
      )}
      {steps.isPending && (
        <SkeletonRegion>
          <Skeleton height={180} />
        </SkeletonRegion>
      )}
      {steps.data?.length === 0 && (
        <EmptyState icon="convert" title={words.stepsEmpty}>
          {words.stepsEmptyText}
        </EmptyState>
      )}
      <ol>
        {steps.data?.map(({ work, log }) => (
          <StepEntry key={work.id} resource={resource} work={work} log={log} />
        ))}
      </ol>
    </div>
  );
}
