import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { EffectView } from './effect-view.tsx';

/** Works out what a change would do, anew each time it is asked for. */
export function useEffectOf(key: readonly unknown[], preview: (() => Promise<OrganisationEffect>) | null) {
  return useQuery<OrganisationEffect, ApiError>({
    queryKey: ['organisation.effect', ...key],
    queryFn: () => (preview ? preview() : Promise.reject(new Error('Nothing to work out'))),
    enabled: preview !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
export type EffectQuery = ReturnType<typeof useEffectOf>;

export function EffectPanel({ effect, ofPosition = false }: { effect: EffectQuery; ofPosition?: boolean }) {
  const { computing } = useTexts().organisation.effect;
  if (effect.error) {
    return <ErrorPanel error={effect.error} retrying={effect.isFetching} onRetry={() => void effect.refetch()} />;
  }
  if (!effect.data || effect.isFetching) {
    return (
      <SkeletonRegion className="effect">
        <p>{computing}</p>
        <Skeleton height={96} />
      </SkeletonRegion>
    );
  }
  return <EffectView effect={effect.data} ofPosition={ofPosition} />;
}
