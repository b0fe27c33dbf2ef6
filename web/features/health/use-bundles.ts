import { listSupportBundles, makeSupportBundle, type SupportBundle } from '@lectern/contract/features/health.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/live-events.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

/** The support bundles, kept current by live progress; the list is asked anew once a file may be there. */
export function useBundles() {
  const client = useQueryClient();
  const options = queryOf(listSupportBundles, {}, { quiet: true });
  const bundles = useQuery(options);
  const make = useMutationOf(makeSupportBundle, { idempotent: true });

  useLiveEvents('job', ({ job }) => {
    if (job.kind !== 'supportBundle') return;
    const known = client.getQueryData(options.queryKey)?.some((bundle) => bundle.job.id === job.id);
    if (job.state === 'done' || !known) void client.invalidateQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, (list) =>
      list?.map((bundle) => (bundle.job.id === job.id ? { ...bundle, job } : bundle)),
    );
  });
  const add = (made: SupportBundle) =>
    client.setQueryData(options.queryKey, (list = []) => [made, ...list.filter((bundle) => bundle.id !== made.id)]);

  return { bundles, making: make.isPending, make: () => make.mutate({}, { onSuccess: add }) };
}
