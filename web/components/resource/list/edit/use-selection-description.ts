import { describeSelection } from '@lectern/contract/features/resource-action.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api-client.ts';
import type { ApiError } from '../../../../lib/api-error.ts';
import type { CallOutput } from '../../../../lib/callable.ts';
import type { ResourceTarget } from '../resource-dialog.ts';

export type SelectionDescription = CallOutput<typeof describeSelection>;

/** What the chosen resources have in common, as of now: what an older look saw does not count. */
export function useSelectionDescription({ list, selection }: ResourceTarget) {
  return useQuery<SelectionDescription, ApiError>({
    queryKey: ['resource.describeSelection', list, selection],
    queryFn: ({ signal }) => call(describeSelection, { body: { list, selection } }, { quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
