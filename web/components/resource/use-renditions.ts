import { apiBase } from '@lectern/contract/constants.ts';
import { listRenditions, type Rendition } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';

type Renditions = {
  /** Still loading. */
  pending: boolean;
  find(kind: Rendition['kind']): Rendition | undefined;
  urlOf(kind: Rendition['kind']): string | null;
};

/** Renditions of the version on screen; available only for the current version. */
export function useRenditions(resource: ResourceDetailView, version: ResourceVersion): Renditions {
  const { current } = version;
  const { data, isPending } = useQuery({
    ...queryOf(listRenditions, { params: { id: resource.id } }, { quiet: true }),
    enabled: current,
    retry: false,
  });
  const known = current ? (data ?? []) : [];
  const find = (kind: Rendition['kind']) => known.find((one) => one.kind === kind);
  return {
    pending: current && isPending,
    find,
    urlOf: (kind) => {
      const found = find(kind);
      return found ? apiBase + found.url : null;
    },
  };
}
