import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';

export type EffectPreview = {
  effect: PermissionEffect | undefined;
  error: ApiError | null;
  loading: boolean;
  refetch: () => void;
  /** Pages close for everybody but administrators: has that been agreed to, where it has to be? */
  accepted: boolean;
  accept: (accepted: boolean) => void;
  ready: boolean;
};

/** Works out what a change would do; asked anew for every other change, and never kept. Where it can't be told: nothing. */
export function useEffectPreview(
  key: readonly unknown[],
  ask: () => Promise<PermissionEffect>,
  possible = true,
): EffectPreview {
  const preview = useQuery<PermissionEffect, ApiError>({
    queryKey: ['permissionEffect', ...key],
    queryFn: ask,
    staleTime: 0,
    gcTime: 0,
    enabled: possible,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const effect = preview.isFetching ? undefined : preview.data;
  const [acceptedFor, setAcceptedFor] = useState<string | null>(null);
  const accepted = effect !== undefined && acceptedFor === effect.digest;
  return {
    effect,
    error: preview.error,
    loading: preview.isFetching,
    refetch: () => void preview.refetch(),
    accepted,
    accept: (yes) => setAcceptedFor(yes && effect ? effect.digest : null),
    ready: !possible || (effect !== undefined && (effect.closed.length === 0 || accepted)),
  };
}
